// What is settled about envelopes, paging, filters and order (A1 to A5).
import { isObject } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { valueAt } from '../../dialect/pointer.ts';
import type { Finding } from './findings.ts';
import { recordsIn } from './locate.ts';
import type { ListAnswer, PagingLearned } from './list-answer.ts';
import { shownBy } from './learned.ts';
import type { Learned } from './learned.ts';

export function settleLists(learned: Learned): Finding[] {
  return [...learned.pagings.values()].flatMap((paging) => [
    ...envelopes(paging, learned),
    ...pages(paging, learned, isMain(paging)),
    ...queries(paging, learned),
    ...(isMain(paging) ? orders(paging, learned) : []),
  ]);
}

function envelopes({ answers }: PagingLearned, { places }: Learned): Finding[] {
  return answers.flatMap(({ by }): Finding[] => {
    const place = places.body[by.route!.endpoint] ?? '';
    const body = by.body;
    if (Array.isArray(body)) return [{ id: 'list-envelope', value: 'array', by }];
    if (!isObject(body)) return [];
    const key = place.slice(1);
    const names = Object.keys(body).filter((name) => name !== key);
    const cases = names.flatMap((name) => caseOf(name) ?? []);
    return [
      {
        id: 'list-envelope',
        value: key.includes('/') ? `an object with the records at ${general(place)}` : envelopeOf(names),
        by,
      },
      { id: 'list-key', value: general(key), by },
      ...(cases.length > 0 ? [{ id: 'envelope-case' as const, value: cases[0]!, by }] : []),
    ];
  });
}

/** The place without the name of the resource in it. */
const general = (place: string) => place.replace(/listings|strategies|report_?runs?|reports/i, '<resource>');

function envelopeOf(names: readonly string[]): string {
  const plain = names
    .map((name) => name.toLowerCase().replace(/_/g, ''))
    .sort()
    .join(' ');
  if (plain === '') return 'data';
  if (plain === 'hasmore') return 'list';
  if (plain === 'hasmore object url') return 'stripe';
  return plain === 'page pagesize totalitems totalpages' ? 'page' : `an object with ${names.join(', ')}`;
}

function caseOf(name: string): string | undefined {
  if (/^[a-z]+(_[a-z]+)+$/.test(name)) return 'snake';
  if (/^[a-z]+([A-Z][a-z]*)+$/.test(name)) return 'camel';
  return /^[A-Z]/.test(name) ? 'Pascal case' : undefined;
}

/** The listings: lists of few records have little to page. */
const isMain = ({ answers }: PagingLearned) => answers[0]?.by.route?.endpoint === 'listListings';

function pages({ answers, paging, roles }: PagingLearned, { wire }: Learned, main: boolean): Finding[] {
  // How many are wanted does not say how to go on.
  const asked = answers.filter(({ by }) =>
    [...by.query.keys()].some((name) => roles.has(name) && roles.get(name) !== 'limit'),
  );
  const { limit } = paging;
  const cut = answers.filter(
    (answer) => answer.asked === undefined && answer.from + answer.count < answer.total && answer.from === 0,
  );
  const over = answers.filter(
    (answer) => limit !== undefined && limit.max > 0 && (answer.asked ?? 0) > limit.max,
  );
  return [
    ...(main
      ? shownBy(
          'pagination',
          styleOf(paging, answers),
          asked.map(({ by }) => by),
        )
      : []),
    ...(limit !== undefined && limit.default > 0
      ? shownBy(
          'page-default-limit',
          limit.default,
          cut.map(({ by }) => by),
        )
      : []),
    ...(limit?.excess === 'cap'
      ? [
          ...shownBy(
            'page-max-limit',
            limit.max,
            over.map(({ by }) => by),
          ),
          ...shownBy(
            'limit-excess',
            'cap',
            over.map(({ by }) => by),
          ),
        ]
      : []),
    ...(limit?.excess === 'reject' && wire.errors.some(({ param }) => param === 'limit')
      ? wire.errors
          .filter(({ param, kind }) => param === 'limit' && kind === 'parameter_out_of_range')
          .flatMap(({ interactions }) => {
            const by = interactions.map((id) => ({ id }));
            return [...shownBy('page-max-limit', limit.max, by), ...shownBy('limit-excess', 'reject', by)];
          })
      : []),
  ];
}

function styleOf(
  { cursor, page, offset, limit }: PagingLearned['paging'],
  answers: readonly ListAnswer[],
): string {
  const links = answers.some(({ by }) => by.headers.some(([name]) => name.toLowerCase() === 'link'));
  if (cursor?.name === 'starting_after' && cursor.form.is === 'id') return links ? 'link' : 'cursor';
  if (page?.name === 'page' && limit?.name === 'page_size' && page.first === 1 && !links) return 'page';
  const names = [page?.name, offset?.name, cursor?.name, limit?.name].filter((name) => name !== undefined);
  return `by ${names.join(' and ')}${links ? ' and a Link header' : ''}`;
}

function queries({ answers, filters, ignored }: PagingLearned, { errors }: Learned): Finding[] {
  const used = (names: readonly string[]) =>
    answers.filter(({ by }) => names.some((name) => by.query.has(name))).map(({ by }) => by);
  const known = [...ignored].filter((name) => /^(marketplace|status|sku|strategyId|type|sort)$/.test(name));
  const refused = errors.filter(
    ({ kind, by }) =>
      kind === 'parameter_unknown' &&
      answers.some((answer) => answer.by.route?.endpoint === by.route?.endpoint) &&
      by.method === 'GET',
  );
  return [
    ...shownBy('filters', 'on', used(Object.keys(filters))),
    ...shownBy('filters', 'off', used(known)),
    ...shownBy('unknown-query', 'ignore', used([...ignored])),
    ...shownBy(
      'unknown-query',
      'reject',
      refused.map(({ by }) => by),
    ),
  ];
}

/** The order of pages with enough on them to tell. */
function orders({ answers }: PagingLearned, { wire, places }: Learned): Finding[] {
  return answers.flatMap((answer): Finding[] => {
    const { by } = answer;
    const shape = wire.records[by.route!.kind];
    const created = shape?.fields.find(({ ours }) => ours === 'createdAt');
    const records = recordsIn(by, places);
    if (shape === undefined || records.length < 3) return [];
    const times = created === undefined ? [] : records.map((record) => valueAt(record, `/${created.name}`));
    const ids = records.map((record) => valueAt(record, shape.id));
    if (times.length > 0 && new Set(times).size > 2) {
      if (isSorted(times, -1)) return [{ id: 'sort', value: 'newest', by }];
      if (isSorted(times, 1)) return [{ id: 'sort', value: 'oldest', by }];
    }
    if (records.length < 4) return [];
    return [{ id: 'sort', value: isSorted(ids, 1) ? 'id' : 'another order', by }];
  });
}

function isSorted(values: readonly (Json | undefined)[], sign: 1 | -1): boolean {
  return values.every(
    (value, at) =>
      at === 0 || value === undefined || (sign === 1 ? values[at - 1]! <= value! : values[at - 1]! >= value!),
  );
}
