// Recorded answers beside the simulator's, whole: status, headers, envelope, records, errors.
import { listingWrite } from '../../recording/replay/overlay.ts';
import type { Answer, Exchange } from './answer.ts';
import { HeaderCheck } from './compare-headers.ts';
import { differencesOfSpeech, isShownBy, type SpeechDifference, type Spoken } from './compare-speech.ts';
import { bodyKind, isErrorDetail, isToken, sameFormatUrl } from './excuses.ts';
import { compareObjects, compareValues, spotOf, type Surroundings } from './compare-values.ts';
import { labelOf, type EndpointLabel } from './endpoint-label.ts';
import { Findings } from './differences.ts';
import { isObject } from './formats.ts';
import { everyItem, printPath, type Path } from './json-path.ts';
import { envelopeScope, errorScope, type Moving } from './moving.ts';
import { idField, idOf, locateError, locateRecords, withoutPart, type Fields } from './find-records.ts';
import { SessionState } from './session-state.ts';
import type { AnswerShape } from './shapes.ts';

export interface CompareOptions {
  readonly ignored?: readonly string[];
  /** The recorded answers and those of the mock with data of its own, by endpoint and status. */
  readonly shapes?: Record<'recorded' | 'mock', ReadonlyMap<string, AnswerShape>>;
  /** Paths of lists of which the recording shows a part only: what counts the rest is not compared. */
  readonly partial?: ReadonlySet<string>;
}

/** Compares a played session. @param moving what moves by itself in the recording */
export function compareSession(
  exchanges: readonly Exchange[],
  moving: Moving,
  options: CompareOptions = {},
): Findings {
  const { shapes } = options;
  const spoken: Spoken = shapes === undefined ? new Map() : differencesOfSpeech(shapes.recorded, shapes.mock);
  const comparison = new Comparison(exchanges, moving, spoken, options);
  for (const exchange of exchanges) comparison.compare(exchange);
  return comparison.findings;
}

class Comparison {
  readonly findings: Findings;
  readonly #moving: Moving;
  readonly #headers: HeaderCheck;
  readonly #state = new SessionState();
  readonly #partial: ReadonlySet<string>;
  readonly #spoken: Spoken;
  /** Fields that differ whatever the records are, under both their names. */
  readonly #told: ReadonlySet<string>;

  constructor(
    exchanges: readonly Exchange[],
    moving: Moving,
    spoken: Spoken,
    { ignored = [], partial = new Set() }: CompareOptions,
  ) {
    this.findings = new Findings(ignored);
    this.#moving = moving;
    this.#headers = new HeaderCheck(exchanges);
    this.#partial = partial;
    this.#spoken = spoken;
    this.#told = new Set(
      [...spoken].flatMap(([resource, differences]) =>
        differences.flatMap(({ aspect, own, simulated }) => {
          const paths = aspect === 'name' ? [own, [...own.slice(0, -1), String(simulated)]] : [own];
          return paths.map((path) => `${resource} ${printPath(path)}`);
        }),
      ),
    );
  }

  compare(exchange: Exchange): void {
    const { interaction, recorded, simulated } = exchange;
    const { request } = interaction;
    const label = labelOf(request.method, request.path);
    const written = listingWrite(request.method, request.path)?.listing;
    if (written !== undefined) this.#state.write(written, recorded.status, simulated?.status);
    if (simulated === undefined) return;
    this.findings.begin(exchange, label);
    if (exchange.unlimited === true) {
      this.findings.differ('limit', { group: 'limit', path: 'status' }, recorded.status, 'no refusal');
    } else if (recorded.status !== simulated.status) {
      const aspect = simulated.status === 429 ? 'limit' : 'status';
      const group = `${label.endpoint} ${recorded.status} ${simulated.status}`;
      const spot = { group: aspect === 'limit' ? 'limit' : group, path: 'status' };
      this.findings.differ(aspect, spot, recorded.status, simulated.status);
      return;
    } else this.findings.agree('status');
    this.#headers.compare(exchange, this.findings);
    this.#speech(recorded, label, this.#spoken.get(label.resource) ?? []);
    this.#body(exchange, label);
  }

  #speech({ json, status }: Answer, label: EndpointLabel, differences: readonly SpeechDifference[]): void {
    const isGood = differences.length > 0 && status < 300 && json !== undefined;
    const located = isGood ? locateRecords(json, label) : undefined;
    if (located === undefined) return;
    const base: Path = located.isList ? [...located.path, everyItem] : located.path;
    const around = this.#around(label.resource, base);
    for (const difference of differences) {
      const { aspect, own, recorded, simulated } = difference;
      if (!located.records.some((record) => isShownBy(difference, record))) continue;
      this.findings.differ(aspect, spotOf(own, around), recorded, simulated);
    }
  }

  #body({ interaction, recorded, simulated }: Exchange, label: EndpointLabel): void {
    const [theirs, ours] = [recorded.json, simulated!.json];
    if (recorded.text === undefined || interaction.request.method === 'HEAD') return;
    if (theirs === undefined || ours === undefined) {
      const [a, b] = [bodyKind(recorded.text, theirs), bodyKind(simulated!.text ?? '', ours)];
      const spot = { group: `${label.resource} body`, path: 'body' };
      if (a === b) this.findings.agree('body');
      else this.findings.differ('body', spot, a, b);
    } else if (recorded.status >= 400) this.#error(theirs, ours, label, recorded.status);
    else this.#answer(theirs, ours, label, recorded.status);
  }

  #error(recorded: unknown, simulated: unknown, label: EndpointLabel, status: number): void {
    const [theirs, ours] = [locateError(recorded), locateError(simulated)];
    const around = {
      ...this.#around(envelopeScope(label, status), []),
      scope: 'errors',
      moving: (path: Path) =>
        this.#moving.at(envelopeScope(label, status), path) ?? this.#moving.at(errorScope, path),
      each: true,
      proseIsFree: true,
      excused: isErrorDetail,
    };
    if (theirs === undefined || ours === undefined) {
      compareValues(recorded, simulated, [], around);
      return;
    }
    this.#place('errors', theirs.path, ours.path);
    compareObjects(theirs.fields, ours.fields, theirs.path, around);
    this.#rest(withoutPart(recorded, theirs.path), withoutPart(simulated, ours.path), around);
  }

  #answer(recorded: unknown, simulated: unknown, label: EndpointLabel, status: number): void {
    const [theirs, ours] = [locateRecords(recorded, label), locateRecords(simulated, label)];
    const around = {
      ...this.#around(envelopeScope(label, status), []),
      scope: label.lists ? 'list' : 'record',
      excused: (_path: Path, a: unknown, b: unknown) =>
        this.#partial.has(this.#pathOf(label)) || isToken(a, b),
    };
    if (theirs === undefined || ours === undefined) {
      compareValues(recorded, simulated, [], around);
      return;
    }
    this.#place(around.scope, theirs.path, ours.path);
    const base: Path = theirs.isList ? [...theirs.path, everyItem] : theirs.path;
    if (theirs.isList && ours.isList) this.#list(theirs, ours, base, label);
    else this.#record(theirs.records[0], ours.records[0], label.id, base, label);
    this.#rest(withoutPart(recorded, theirs.path), withoutPart(simulated, ours.path), around);
  }

  #pathOf({ endpoint }: EndpointLabel): string {
    return endpoint.slice(endpoint.indexOf(' ') + 1);
  }

  #list(
    theirs: { readonly path: Path; readonly records: readonly Fields[] },
    ours: { readonly records: readonly Fields[] },
    base: Path,
    label: EndpointLabel,
  ): void {
    const { findings } = this;
    const path = printPath(theirs.path);
    const [name, ourName] = [idField(theirs.records), idField(ours.records)];
    const ids = theirs.records.map((record, at) => idOf(record, name) ?? `#${at}`);
    const ourIds = ours.records.map((record, at) => idOf(record, ourName) ?? `#${at}`);
    const spot = { group: `${label.resource} list`, path };
    const shared = ids.filter((id) => ourIds.includes(id));
    if (ids.length !== ourIds.length || shared.length !== ids.length) {
      findings.differ('records', spot, ids, ourIds);
    } else if (ids.join() !== ourIds.join() && !this.#moving.reorders(label.endpoint)) {
      findings.differ('order', spot, ids, ourIds);
    } else findings.agree(path);
    const byId = new Map(ourIds.map((id, at) => [id, ours.records[at]!]));
    for (const [at, id] of ids.entries()) {
      // Without a shared id the records are others: they are compared by their looks alone.
      const other = shared.length > 0 ? byId.get(id) : ours.records[at];
      if (other !== undefined) this.#record(theirs.records[at], other, id, base, label, shared.length > 0);
    }
  }

  #record(
    recorded: Fields | undefined,
    simulated: Fields | undefined,
    id: string | undefined,
    base: Path,
    { resource }: EndpointLabel,
    isSame = true,
  ): void {
    if (recorded === undefined || simulated === undefined) return;
    const key = `${resource} ${id ?? ''}`;
    const around: Surroundings = {
      ...this.#around(resource, base),
      isTold: (path) => this.#told.has(`${resource} ${printPath(path)}`),
      valuesCount: isSame && !this.#state.hasDiverged(id),
      excused: (path, a, b) => this.#state.excuses(key, path, a, b) || sameFormatUrl(a, b),
    };
    compareObjects(recorded, simulated, [], around);
  }

  /** Where the records or the error stand. */
  #place(scope: string, recorded: Path, simulated: Path): void {
    const [theirs, ours] = [printPath(recorded), printPath(simulated)];
    if (theirs === ours) this.findings.agree(`${theirs} (place)`);
    else this.findings.differ('envelope', { group: `${scope} envelope`, path: theirs }, theirs, ours);
  }

  #rest(recorded: unknown, simulated: unknown, around: Surroundings): void {
    compareObjects(isObject(recorded) ? recorded : {}, isObject(simulated) ? simulated : {}, [], around);
  }

  #around(scope: string, base: Path): Surroundings {
    return {
      findings: this.findings,
      scope,
      base,
      moving: (path) => this.#moving.at(scope, path),
      excused: () => false,
      valuesCount: true,
    };
  }
}
