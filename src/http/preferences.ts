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

function firstOf(name: string, preference: string): string {
  const ranges = preference.split(',').map((element) => {
    const [range = '', ...parameters] = element.split(';');
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return { range, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  // Who lists types and takes any other one, as browsers and clients of HTTP do, asks for none of them.
  if (ranges.some(({ range, weight }) => range === anything.get(name) && weight > 0)) return '';
  const [{ range } = { range: '' }] = ranges.sort((a, b) => b.weight - a.weight);
  return name === 'accept-language' ? range.split('-', 1)[0]! : range;
}
