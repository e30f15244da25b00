// What a client prefers among the forms of an answer (RFC 9110 §12.5, RFC 7240).

/** The headers by which a service chooses among forms of an answer, with what the absence of each means. */
const anything: ReadonlyMap<string, string> = new Map([
  ['accept', '*/*'],
  ['accept-language', '*'],
  ['prefer', ''],
]);

/** In lower case. */
export const preferenceHeaders: readonly string[] = [...anything.keys()];

/** A preference in one form: case and spaces mean nothing in these. */
export function preferenceOf(name: string, value: string | undefined): string {
  const written = (value ?? '').toLowerCase().replace(/\s/g, '');
  return written === '' ? anything.get(name)! : written;
}

/** What is preferred most, by header: a media type, a language such as `de`, all of Prefer. Whoever takes anything prefers nothing. */
export function firstChoices(valueOf: (name: string) => string | undefined): ReadonlyMap<string, string> {
  return new Map(
    preferenceHeaders.flatMap((name) => {
      const preference = preferenceOf(name, valueOf(name));
      const choice = name === 'prefer' ? preference : firstOf(name, preference);
      return choice === '' ? [] : [[name, choice] as const];
    }),
  );
}

/** A range that a preference in its one form lists, how much it is wanted, and its other parameters. */
interface WantedRange {
  readonly range: string;
  /** From 0, not at all, to 1. */
  readonly weight: number;
  readonly parameters: readonly string[];
}

/** What a preference of types or languages lists (RFC 9110 §12.4.2). */
export const rangesIn = (preference: string): WantedRange[] =>
  preference.split(',').map((element) => {
    const [range = '', ...parameters] = element.split(';');
    const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    return {
      range,
      weight: weight >= 0 && weight <= 1 ? weight : 1,
      parameters: parameters.filter((parameter) => !parameter.startsWith('q=')),
    };
  });

function firstOf(name: string, preference: string): string {
  const ranges = rangesIn(preference);
  // Who lists types and takes any other one, as browsers and clients of HTTP do, asks for none of them.
  if (ranges.some(({ range, weight }) => range === anything.get(name) && weight > 0)) return '';
  const [{ range } = { range: '' }] = ranges.sort((a, b) => b.weight - a.weight);
  return name === 'accept-language' ? range.split('-', 1)[0]! : range;
}
