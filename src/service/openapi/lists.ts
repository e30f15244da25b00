// The query parameters of the list endpoints (A4, A5). All is assumed.
import type { Settings } from '../../spec/settings.ts';
import type { ListFields } from '../endpoints/list-query.ts';
import { pagingParameters } from '../endpoints/list-query.ts';
import { assumed, withAssumed } from './openapi-document.ts';
import type { Components, Reference, Schema } from './openapi-document.ts';

/** What a collection is called and what it can be filtered and sorted by. */
export interface ListKind {
  readonly plural: string;
  readonly fields: { readonly [Use in keyof ListFields<never>]: object };
}

/** References to the query parameters that a list endpoint knows. */
export function listParameters(components: Components, list: ListKind, settings: Settings): Reference[] {
  return [
    ...pagingParameters[settings.form.paging.by].map((name) =>
      components.ref('parameters', name, () =>
        assumed('pagination', {
          name,
          in: 'query',
          description: pagingTexts[name],
          schema: pagingSchema(name, settings),
        }),
      ),
    ),
    ...(settings.filters === 'on' ? filterParameters(components, list) : []),
  ];
}

const pagingTexts: Readonly<Record<string, string>> = {
  limit: 'How many records at most.',
  page_size: 'How many records a page has.',
  page: 'Which page, counted from 1.',
  starting_after: 'The id of a record; the page begins behind it.',
  ending_before: 'The id of a record; the page ends before it. Not together with starting_after.',
};

function pagingSchema(name: string, settings: Settings): Schema {
  if (name === 'starting_after' || name === 'ending_before') return { type: 'string' };
  const count = { type: 'integer', minimum: 1 };
  if (name === 'page' || settings.form.paging.excess !== 'reject') return count;
  return withAssumed(count, { maximum: [settings.form.paging.most, 'page-max-limit'] });
}

function filterParameters(components: Components, { plural, fields }: ListKind): Reference[] {
  const filter = (name: string, description: string, schema: Schema) =>
    components.ref('parameters', name, () => assumed('filters', { name, in: 'query', description, schema }));
  const order = Object.keys(fields.sortable).flatMap((name) => [name, `-${name}`]);
  const sort = (): Schema =>
    assumed('filters', {
      name: 'sort',
      in: 'query',
      description: 'By the first name, then by the next; a minus turns the order round.',
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'string', enum: order } },
    });
  return [
    ...Object.keys(fields.equal).map((name) =>
      filter(name, `Only records whose ${name} is this.`, { type: 'string' }),
    ),
    ...Object.keys(fields.since).map((name) =>
      filter(name, `Only records ${name.replace('Since', '')} at this time or later, ISO 8601.`, {
        type: 'string',
        format: 'date-time',
      }),
    ),
    components.ref('parameters', `sort${plural}`, sort),
  ];
}
