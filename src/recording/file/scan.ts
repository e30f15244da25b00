// Searches a recording for secrets, and for bodies whose bytes differ from their readable copy: for `recordings check`, on
// files that another person made or edited. Whatever the redactor would take out is a finding, so a recording that was made
// here has none. A finding names the place and the kind, never the secret.
import type { OnStep } from '../../http/on-step.ts';
import { isDecoded } from '../body/body-codec.ts';
import { contentCodings } from '../body/coding-names.ts';
import { nodeBodies } from '../body/node-bodies.ts';
import { Redactor } from '../redact/redactor.ts';
import type {
  HeaderPair,
  PresentBody,
  RecordedBody,
  RecordedRequest,
  RecordedResponse,
  Recording,
} from '../format.ts';
import type { JsonPath } from '../../http/json-places.ts';
import { formatPath } from './read.ts';

interface Finding {
  /** Such as `interactions[3].response.body.json.token`. */
  readonly path: string;
  /** The same in steps, to find its line. */
  readonly steps: JsonPath;
  /**
   * What the secret is, such as `jwt`, or the name under which it stands; `wire differs` for bytes that are not the
   * readable copy, `undecoded` for a body that cannot be looked into.
   */
  readonly kind: string;
}

export function scanRecording(recording: Recording, onStep?: OnStep): Finding[] {
  // First a pass over all of it: a secret that is learned late may stand in an earlier part, too.
  const redactor = new Redactor(nodeBodies);
  for (const [at, interaction] of recording.interactions.entries()) {
    onStep?.('Looking for secrets in interaction', at + 1, recording.interactions.length);
    redactor.interaction(interaction);
  }

  const findings: Finding[] = [];
  const report = (steps: JsonPath, kind: string): void => {
    // A path may lead through a key that is a secret itself.
    const shown = steps.map((step) =>
      typeof step === 'string' && redactor.text(step) !== step ? '(secret)' : step,
    );
    findings.push({ path: formatPath(shown), steps, kind });
  };
  for (const name of ['$schema', 'note'] as const) {
    const words = recording[name];
    if (words !== undefined) compare(words, redactor.text(words), [name], report);
  }
  for (const [at, interaction] of recording.interactions.entries()) {
    onStep?.('Checking interaction', at + 1, recording.interactions.length);
    const { request, response } = interaction;
    const clean = redactor.interaction(interaction);
    const steps = ['interactions', at];
    compareMessages(request, clean.request, [...steps, 'request'], report);
    compareMessages(response, clean.response, [...steps, 'response'], report);
    checkWire(request, [...steps, 'request', 'body', 'wire'], redactor, report);
    checkWire(response, [...steps, 'response', 'body', 'wire'], redactor, report);
  }
  return findings;
}

type Report = (steps: JsonPath, kind: string) => void;

/** Part by part, each by its name: a file that was edited may have them in any order. */
function compareMessages<Message extends RecordedRequest | RecordedResponse>(
  message: Message,
  clean: Message,
  steps: JsonPath,
  report: Report,
): void {
  for (const [name, part] of Object.entries(message) as [keyof Message & string, unknown][]) {
    if (name !== 'body') compare(part, clean[name], [...steps, name], report);
  }
  compareBodies(message.body, clean.body, [...steps, 'body'], report);
}

/** The readable forms: of a body that was edited, the bytes that were sent and their hash are not there. */
function compareBodies(body: RecordedBody, clean: RecordedBody, steps: JsonPath, report: Report): void {
  if (body === null || clean === null || 'omitted' in body) return;
  if ('omitted' in clean) report(steps, clean.omitted.reason);
  else compare(readableOf(body), readableOf(clean), [...steps, formOf(body)], report);
}

const formOf = (body: PresentBody) => ('json' in body ? 'json' : 'text' in body ? 'text' : 'base64');

const readableOf = (body: PresentBody): unknown =>
  'json' in body ? body.json : 'text' in body ? body.text : body.base64;

/** Reports where two values differ, of which one is the other after redaction: names may differ, their order does not. */
function compare(value: unknown, clean: unknown, steps: JsonPath, report: Report): void {
  if (value === clean) return;
  if (typeof value === 'string' && typeof clean === 'string') {
    for (const kind of kindsOf(clean)) report(steps, kind);
  } else if (typeof value !== 'object' || value === null) {
    report(steps, String(steps.at(-1)));
  } else {
    const cleanEntries = Object.entries(clean as object) as [string, unknown][];
    for (const [at, [key, child]] of (Object.entries(value) as [string, unknown][]).entries()) {
      const [cleanKey, cleanChild] = cleanEntries[at]!;
      const step = Array.isArray(value) ? Number(key) : key;
      if (cleanKey !== key) for (const kind of kindsOf(cleanKey)) report([...steps, step], kind);
      if (child !== cleanChild) compare(child, cleanChild, [...steps, ...stepsOf(step, value)], report);
    }
  }
}

/** A header is found as a pair: its name says what its value is. */
function stepsOf(step: string | number, parent: object): JsonPath {
  const isPair =
    Array.isArray(parent) && parent.length === 2 && parent.every((item) => typeof item === 'string');
  return isPair ? [] : [step];
}

const kindsOf = (clean: string): ReadonlySet<string> =>
  new Set(Array.from(clean.matchAll(/__redacted\.([A-Za-z0-9-]+)/g), ([, label]) => label!));

/** A reviewer reads the readable copy; clients get the wire, unless the copy was edited. */
function checkWire(
  { headers, body }: { readonly headers: readonly HeaderPair[]; readonly body: RecordedBody },
  steps: JsonPath,
  redactor: Redactor,
  report: Report,
): void {
  if (body === null || 'omitted' in body || body.wire === undefined) return;
  const decoded = nodeBodies.decode(Buffer.from(body.wire, 'base64'), contentCodings(headers));
  const isUnedited = isDecoded(body) && body.hash === nodeBodies.digest(nodeBodies.readableBytes(body));
  if (decoded !== undefined && isUnedited && nodeBodies.digest(decoded) === body.hash) return;
  if (decoded === undefined || isUnedited) report(steps, 'wire differs');
  if (decoded === undefined) return;
  const text = Buffer.from(decoded).toString('latin1');
  compare(text, redactor.text(text), steps, report);
}
