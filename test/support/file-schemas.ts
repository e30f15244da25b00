// JSON Schemas of the files that people write and edit, made from the schemas by which the program reads them.
import { toJsonSchema } from '@valibot/to-json-schema';
import { profileFormat, profileSchema, profileVersion } from '../../src/dialect/profile.ts';
import type { v } from '../../src/http/schema.ts';
import { formatName, formatVersion } from '../../src/recording/format.ts';
import { interactionSchema, recordingSchema } from '../../src/recording/file/recording-schema.ts';
import { fixturesSchema } from '../../src/service/models/fixtures.ts';
import { listingModel } from '../../src/service/models/listing.ts';
import { reportRunModel } from '../../src/service/models/report-run.ts';
import { strategyModel } from '../../src/service/models/strategy.ts';
import { keptFields } from '../../src/service/openapi/json-schema.ts';
import type { Json as Value } from '../../src/http/exact-json.ts';
import { validValues } from '../../src/spec/assumption.ts';
import type { Asked } from '../../src/spec/assumption.ts';
import { assumptionIds, assumptions } from '../../src/spec/assumptions.ts';
import { formPlaceNames, formPlaces, formValue } from '../../src/spec/form.ts';
import { defaultForm } from '../../src/spec/presets.ts';
import { shorthandIds, shorthands } from '../../src/spec/shorthands.ts';

type Json = Readonly<Record<string, unknown>>;

/** By the name of the file in `schemas/`. */
export const fileSchemas: Readonly<Record<string, () => object>> = {
  fixtures: () => {
    const schema = { listings: listingModel, strategies: strategyModel, reportRuns: reportRunModel };
    const lists = Object.entries(schema).map(([name, { fields }]) => [
      name,
      { type: 'array', items: record(fields) },
    ]);
    return titled(
      'Records for pricing-mock serve --fixtures',
      fixturesSchema,
      Object.fromEntries(lists) as Json,
    );
  },
  recording: () =>
    titled('A recording of pricing-mock', recordingSchema, {
      format: { const: formatName },
      version: { const: formatVersion },
      interactions: { type: 'array', items: converted(interactionSchema) },
    }),
  profile: () =>
    titled('A profile of pricing-mock: how a service speaks', profileSchema, {
      format: { const: profileFormat },
      version: { const: profileVersion },
      assumptions: {
        type: 'object',
        properties: Object.fromEntries([
          ...assumptionIds.map((id) => [id, answer(assumptions[id], assumptions[id].default)] as const),
          ...shorthandIds.map((id) => {
            const { entry } = shorthands[id];
            return [id, answer(entry, entry.default)] as const;
          }),
        ]),
        additionalProperties: false,
      },
      form: formSchema(),
    }),
};

const draft = 'http://json-schema.org/draft-07/schema#';

/** @param members in place of what the schema says of them */
function titled(title: string, schema: v.GenericSchema, members: Json): object {
  const { properties, ...others } = converted(schema) as { readonly properties: Json };
  return { $schema: draft, title, ...others, properties: { ...properties, ...members } };
}

/** What JSON Schema can't say is checked all the same, when the file is read. */
function converted(schema: v.GenericSchema): Json {
  const { $schema, ...found } = closed(toJsonSchema(schema, { errorMode: 'ignore' })) as Json;
  expectDraft($schema);
  return found;
}

function expectDraft(found: unknown): void {
  if (found !== draft) throw new Error(`${String(found)} is another draft than ${draft}`);
}

type Fields = Parameters<typeof keptFields>[0] & Readonly<Record<string, { readonly fallback?: unknown }>>;

function record(fields: Fields): object {
  const needed = Object.entries(fields).filter(([, { fallback }]) => fallback === undefined);
  return closed({
    type: 'object',
    properties: keptFields(fields),
    required: needed.map(([name]) => name),
  }) as object;
}

/** The readers refuse members that no schema names, wherever members are named. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, closed(member)]));
  return 'properties' in schema && 'type' in schema ? { ...members, additionalProperties: false } : members;
}

/** What a question takes; a template is any JSON here, and is checked when the file is read. */
function answer(entry: Asked, usual: Value): object {
  const told = typeof usual === 'string' ? usual : JSON.stringify(usual);
  const description = `${entry.question} ${validValues(entry)}; default: ${told}`;
  switch (entry.kind) {
    case 'choice':
      return { enum: entry.values, description };
    case 'amount':
      return { type: 'number', description };
    case 'text':
      return { type: 'string', description };
    case 'template':
      return { description };
  }
}

/** The form of answers: its places, those of a part as the members of an object. */
function formSchema(): object {
  const parts: Record<string, object> = {};
  for (const place of formPlaceNames) {
    const [part = '', name] = place.split('.');
    const schema = answer(formPlaces[place], formValue(defaultForm, place));
    if (name === undefined) parts[part] = schema;
    else {
      const { properties = {} } = (parts[part] ?? {}) as { properties?: object };
      const members = { ...properties, [name]: schema };
      parts[part] = { type: 'object', properties: members, additionalProperties: false };
    }
  }
  return { type: 'object', properties: parts, additionalProperties: false };
}
