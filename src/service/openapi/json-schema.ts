// JSON Schemas of the fields that the models declare. The only importer of @valibot/to-json-schema.
import { toJsonSchema } from '@valibot/to-json-schema';
import type { Form } from '../models/field-forms.ts';
import { without } from '../../http/exact-json.ts';
import { ownFields } from '../../http/schema.ts';
import type { Field, ShownField } from '../models/model.ts';
import type { Schema } from './openapi-document.ts';

/** How prices, times and adjustments are described, and whether `extra` is: answers show its fields beside the others. */
interface View extends Readonly<Record<Form, Schema>> {
  readonly extra: boolean;
}

const kept: View = {
  price: { type: 'number', minimum: 0 },
  time: { type: 'string', format: 'date-time' },
  adjustment: { type: 'number', minimum: 0 },
  extra: true,
};

/** The fields of a record as it is kept, which the control API shows and takes. */
export function keptFields(
  fields: Readonly<Record<string, Pick<Field, 'schema' | 'meaning'>>>,
): Record<string, Schema> {
  const entries = Object.entries(fields).map(([name, field]) => [name, described(field, kept)] as const);
  return { ...Object.fromEntries(entries), [ownFields]: extraSchema };
}

const extraSchema: Schema = {
  type: 'object',
  description: 'Fields of your own; answers show them beside the others.',
};

/** A field as answers show it, in the forms of prices and times that the settings ask for. */
export function shownField(field: ShownField, forms: Omit<View, 'extra'>): Schema {
  return described(field, { ...forms, extra: false });
}

function described({ schema, meaning }: Pick<ShownField, 'schema' | 'meaning'>, view: View): Schema {
  // What JSON Schema can't say, such as two decimals at most, is checked all the same.
  const found = without(toJsonSchema(schema, { errorMode: 'ignore' }) as Schema, '$schema');
  const seen = inView(found, view) as Schema;
  return meaning === undefined ? seen : { ...seen, description: meaning };
}

/** The schema with the forms of the view, and with `extra` only where the view shows it. */
function inView(schema: unknown, view: View): unknown {
  if (Array.isArray(schema)) return schema.map((item) => inView(item, view));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { form, ...members } = schema as Schema;
  if (form !== undefined) return view[form as Form];
  const kept = Object.entries(members).filter(([name]) => view.extra || name !== ownFields);
  return Object.fromEntries(
    kept.map(([name, member]) => [name, name === ownFields ? extraSchema : inView(member, view)]),
  );
}
