// What stands around records in answers, as the templates of the form say it (A1, A3).
import { parseHole } from '../../dialect/templates.ts';
import type { Json } from '../../http/exact-json.ts';
import { isObject } from '../../http/exact-json.ts';
import type { Mark, Settings } from '../../spec/settings.ts';
import { assumed } from './openapi-document.ts';
import type { Reference, Schema } from './openapi-document.ts';

/** The schema of an answer with one record. */
export function recordSchema(record: Schema, { form }: Settings): Schema {
  return form.record === '{record}' ? record : templateSchema(form.record, { record }, 'form.record');
}

/** The schema of a list endpoint's answer. */
export function listSchema(record: Reference, { form }: Settings): Schema {
  const records = { type: 'array', items: record };
  if (form.list === '{records}') return assumed('list-envelope', records);
  const count = { type: 'integer', minimum: 0 };
  const holes = {
    records: assumed('list-key', records),
    more: { type: 'boolean', description: 'Whether there are more records.' },
    total: count,
    count,
    offset: count,
    size: count,
    pages: count,
    page: { type: 'integer', minimum: 1 },
    path: { type: 'string' },
    next: { type: ['string', 'null'], description: 'The id behind which the next page begins.' },
  };
  return templateSchema(form.list, holes, 'list-envelope');
}

function templateSchema(template: Json, holes: Readonly<Record<string, Schema>>, mark: Mark): Schema {
  const schema = partSchema(template, holes, mark);
  return 'x-assumed' in schema || '$ref' in schema ? schema : assumed(mark, schema);
}

function partSchema(template: Json, holes: Readonly<Record<string, Schema>>, mark: Mark): Schema {
  if (typeof template === 'string') {
    const hole = holeOf(template);
    if (hole !== undefined) return holes[hole.name]!;
    return template.includes('{') ? { type: 'string' } : { type: 'string', const: template };
  }
  if (Array.isArray(template)) {
    return {
      type: 'array',
      prefixItems: (template as readonly Json[]).map((item) => partSchema(item, holes, mark)),
    };
  }
  if (!isObject(template))
    return template === null ? { type: 'null' } : { type: typeof template, const: template };
  const members = Object.entries(template);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, item]) => [name, templateSchema(item, holes, mark)])),
    required: members.flatMap(([name, item]) => (canBeAbsent(item) ? [] : [name])),
  };
}

/** The hole that a text is alone. */
function holeOf(text: string) {
  const [, inner] = /^\{([^{}]+)\}$/.exec(text) ?? [];
  return inner === undefined ? undefined : parseHole(inner);
}

/** `{next?}`: the member is left out on the last page, a text around it as well. */
const canBeAbsent = (item: Json) => typeof item === 'string' && item.includes('{next?}');
