// Whether a template tells an answer, apart from what each answer says anew.
import { isObject, textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { literalPattern } from '../../http/literal-pattern.ts';
import { fill, literal, sameValue } from '../../dialect/templates.ts';
import type { Resolve } from '../../dialect/template-filters.ts';

/** What each answer says anew. */
const anew = /\{(?:answer|now)[^{}]*\}/;

export function fits(template: Json, value: Json | undefined, resolve: Resolve): boolean {
  if (typeof template === 'string' && anew.test(template)) {
    if (value === undefined || value === null) return false;
    const parts = template.split(anew).map((part) => literalPattern(textOf(fill(part, resolve) ?? null)));
    return new RegExp(`^${parts.join('.+')}$`, 's').test(textOf(value));
  }
  if (isObject(template) && !Object.keys(template).some((name) => name.startsWith('{'))) {
    if (!isObject(value)) return false;
    const names = new Set([...Object.keys(template), ...Object.keys(value).map(literal)]);
    return [...names].every((name) => {
      const [part, own] = [template[name], value[name.replaceAll('{{', '{')]];
      if (part === undefined) return false;
      if (own === undefined) return fill(part, resolve) === undefined;
      return fits(part, own, resolve);
    });
  }
  if (Array.isArray(template) && Array.isArray(value) && template.length === value.length)
    return template.every((item, at) => fits(item as Json, value[at] as Json, resolve));
  return sameValue(fill(template, resolve), value);
}
