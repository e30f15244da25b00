// Checks the form of answers in a profile file: places that exist, values that they take, templates that can be filled in.
import { formPlaceNames, formPlaces } from '../spec/form.ts';
import type { FormPlace } from '../spec/form.ts';
import { parseValue, validValues } from '../spec/assumption.ts';
import type { Asked, Template } from '../spec/assumption.ts';
import { isObject } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';
import { unknownMember, valueText } from '../http/schema.ts';
import type { TemplateProblem } from './check-template.ts';
import { holesIn, parseHole } from './templates.ts';

/** All that is wrong with the form of a profile file. */
export function formProblems(form: Readonly<Record<string, unknown>>): TemplateProblem[] {
  const names = [...new Set(formPlaceNames.map((place) => place.split('.')[0]!))];
  return Object.entries(form).flatMap(([name, value]) => {
    if (!names.includes(name)) return [{ path: [name], reason: unknownMember(name, names) }];
    if (isPlace(name)) return valueProblems(name, [name], value);
    const parts = formPlaceNames.flatMap((place) =>
      place.startsWith(`${name}.`) ? [place.slice(name.length + 1)] : [],
    );
    if (!isObject(value))
      return [{ path: [name], reason: `${valueText(value)} is not an object with ${parts.join(', ')}` }];
    return Object.entries(value as object).flatMap(([part, inner]) => {
      const place = `${name}.${part}`;
      return isPlace(place)
        ? valueProblems(place, [name, part], inner)
        : [{ path: [name, part], reason: unknownMember(part, parts) }];
    });
  });
}

const isPlace = (name: string): name is FormPlace => Object.hasOwn(formPlaces, name);

function valueProblems(place: FormPlace, path: readonly string[], value: unknown): TemplateProblem[] {
  const entry: Asked = formPlaces[place];
  if (entry.kind === 'template')
    return holeProblems(entry, value as Json).map((reason) => ({ path, reason }));
  const isPlain = typeof value === 'string' || typeof value === 'number';
  if (isPlain && parseValue(entry, String(value)) !== undefined) return [];
  return [{ path, reason: `${valueText(value)} is not ${validValues(entry)}` }];
}

/** Records are put in as they are printed, so that no filter can be applied, and `{records}` stands alone. */
function holeProblems({ holes }: Template, template: Json): string[] {
  const [whole] = holes;
  const found = holesIn(template);
  const strange = strangeMembers(template).map(
    (name) => `the member '${name}' must not have a brace in its name`,
  );
  const wrong = found.flatMap((text) => {
    const { name, filters } = parseHole(text);
    if (!holes.includes(name)) return [`{${text}} ${unknownMember(name, holes)}`];
    return filters.length > 0 ? [`{${text}} takes no filter`] : [];
  });
  return countAlone(template, `{${whole}}`) === 1 && found.filter((text) => text === whole).length === 1
    ? [...strange, ...wrong]
    : [...strange, ...wrong, `has to hold the text "{${whole}}" once`];
}

/** Members that are called by a hole, or that stand for something else, as `{if}` and `{url}` do elsewhere. */
function strangeMembers(template: Json): string[] {
  if (typeof template !== 'object' || template === null) return [];
  return Object.entries(template).flatMap(([name, item]) => [
    ...(name.includes('{') ? [name] : []),
    ...strangeMembers(item),
  ]);
}

function countAlone(template: Json, text: string): number {
  if (template === text) return 1;
  if (typeof template !== 'object' || template === null) return 0;
  return Object.values(template).reduce<number>((sum, item) => sum + countAlone(item, text), 0);
}
