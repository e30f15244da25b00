// Headers that matter: those of the API. What belongs to the transport of a message says nothing about the service.
import { headerOf, type Answer, type Exchange } from './answer.ts';
import { absent, type Findings } from './differences.ts';
import { looseFormatOf } from './formats.ts';
import { mayHoldPlaceholder } from '../../recording/placeholders.ts';

/** Of HTTP itself, its caches and its servers, none of the API (RFC 9110 §6.6, §7.6, §8; RFC 9111; RFC 9112). */
const transport: ReadonlySet<string> = new Set([
  'age',
  'alt-svc',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'server',
  'strict-transport-security',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'vary',
  'via',
]);

export const isTransport = (name: string) => transport.has(name.toLowerCase());

/** What the values of a header have in common in the answers of a side. */
interface Habit {
  readonly formats: ReadonlySet<string>;
  /** The one value that it has in all of several answers. */
  readonly constant: string | undefined;
}

export class HeaderCheck {
  readonly #recorded: ReadonlyMap<string, Habit>;
  readonly #simulated: ReadonlyMap<string, Habit>;

  constructor(exchanges: readonly Exchange[]) {
    this.#recorded = habits(exchanges.map(({ recorded }) => recorded));
    this.#simulated = habits(exchanges.flatMap(({ simulated }) => simulated ?? []));
  }

  compare({ recorded, simulated }: Exchange, findings: Findings): void {
    const names = new Map(
      [...simulated!.headers, ...recorded.headers].map(([name]) => [name.toLowerCase(), name] as const),
    );
    for (const [lower, name] of names) {
      if (isTransport(lower)) continue;
      const [theirs, ours] = [headerOf(recorded, lower), headerOf(simulated!, lower)];
      const path = `header:${name}`;
      if (theirs === undefined || ours === undefined) {
        const side = theirs === undefined ? 'simulated' : 'recorded';
        findings.differ('header', { group: `${lower} ${side}`, path }, theirs ?? absent, ours ?? absent);
      } else if (this.#agree(lower, theirs, ours)) findings.agree(path);
      else findings.differ('header', { group: `${lower} value`, path }, theirs, ours);
    }
  }

  #agree(name: string, recorded: string, simulated: string): boolean {
    if (recorded === simulated) return true;
    if (name === 'content-type') return mediaType(recorded) === mediaType(simulated);
    if (mayHoldPlaceholder(recorded)) return true;
    const [theirs, ours] = [this.#recorded.get(name)!, this.#simulated.get(name)!];
    if (![...ours.formats].some((format) => theirs.formats.has(format))) return false;
    return theirs.constant === undefined || ours.constant === undefined;
  }
}

/** A charset changes nothing: JSON is UTF-8 (RFC 8259 §8.1). */
const mediaType = (value: string) => value.split(';', 1)[0]!.trim().toLowerCase();

function habits(answers: readonly Answer[]): ReadonlyMap<string, Habit> {
  const values = new Map<string, string[]>();
  for (const answer of answers) {
    for (const name of new Set(answer.headers.map(([given]) => given.toLowerCase()))) {
      const known = values.get(name) ?? [];
      known.push(headerOf(answer, name)!);
      values.set(name, known);
    }
  }
  return new Map(
    Array.from(values, ([name, seen]) => {
      const constant = seen.length > 1 && new Set(seen).size === 1 ? seen[0] : undefined;
      return [name, { formats: new Set(seen.map(looseFormatOf)), constant }];
    }),
  );
}
