// The lists of a composed service: what they find, and the envelope that a page of them stands in.
import type { Answered, Run } from './contract.ts';
import { json } from './kit.ts';
import { chance } from './materials.ts';
import type { Row } from './materials.ts';
import { Refusal } from './composed-refusals.ts';
import type { Fault } from './composed-refusals.ts';
import type { Style } from './composed-style.ts';
import { flagIn } from './composed-values.ts';

export interface Found {
  /** `listings`, `strategies` or `reports`. */
  readonly kind: string;
  readonly rows: readonly { readonly id: string | number; readonly shown: Row }[];
  /** What is wrong with the parameters that this list has of its own. */
  readonly faults: readonly Fault[];
  /** Their names. */
  readonly parameters: readonly string[];
  /** How many of those that are found are in each state, of lists that know states. */
  readonly facets?: readonly { readonly word: string; readonly count: number }[];
}

/** The envelope of a list: that of report runs is another one here and there. */
const envelopeOf = ({ envelope, habits }: Style, kind: string) =>
  kind === 'reports' && habits.reportsIn !== 'the same' && !['bare', 'data', 'embedded'].includes(envelope)
    ? habits.reportsIn
    : envelope;

/** Where the facts of a page stand in its envelope. */
export function metaPlace(style: Style, kind: string): readonly string[] {
  const envelope = envelopeOf(style, kind);
  return envelope === 'results and paging'
    ? ['paging']
    : envelope === 'embedded'
      ? ['page']
      : envelope === 'data and meta'
        ? ['meta']
        : [];
}

/** Where its records stand. */
export function rowsPlace(style: Style, kind: string): readonly string[] {
  switch (envelopeOf(style, kind)) {
    case 'bare':
      return [];
    case 'items and total':
      return ['items'];
    case 'results and paging':
      return ['results'];
    case 'named':
      return [kind];
    case 'embedded':
      return ['_embedded', kind];
    case 'content':
      return ['content'];
    default:
      return ['data'];
  }
}

/** The most that a service counts, which does not count all. */
export const mostCounted = 30;

/** A row put at the end of a path, with what stands beside it. */
const under = (path: readonly string[], row: Row): Row =>
  path.reduceRight<Row>((inner, step) => ({ [step]: inner }), row);

/** A name of the envelope as the style writes it; those of HAL are always the same. */
export const placed = (style: Style, path: readonly string[]): readonly string[] =>
  path.map((step) => (step.startsWith('_') ? step : style.name(step)));

export const cursorOf = ({ cursor }: Style, id: string | number, offset: number): string =>
  Buffer.from(
    cursor === 'id' ? String(id) : cursor === 'json' ? JSON.stringify({ id }) : `offset:${offset}`,
  ).toString('base64url');

export function page(
  style: Style,
  run: Run,
  url: URL,
  { kind, rows, faults, parameters, facets }: Found,
): Answered {
  const { name, habits } = style;
  const query = url.searchParams;
  const sizeName = style.parameter(style.sizeName);
  const positionName = style.parameter(style.positionName);
  const wrong: Fault[] = [];
  const totalName = habits.totalAsked === undefined ? undefined : style.parameter(habits.totalAsked);
  const isCounted = totalName === undefined || query.get(totalName) === 'true';
  const unknown = [...new Set(query.keys())].filter(
    (parameter) => ![sizeName, positionName, totalName, ...parameters].includes(parameter),
  );
  if (style.unknownParameter === 'refused') {
    for (const parameter of unknown) {
      wrong.push({ kind: 'unknown parameter', at: parameter, told: { field: parameter } });
    }
  }
  const size = sizeOf(style, query.get(sizeName), (value) => {
    wrong.push({
      kind: 'invalid size',
      at: sizeName,
      told: { field: sizeName, value, limit: style.largest },
    });
  });

  const text = query.get(positionName);
  const isPaged = style.position === 'page from 1' || style.position === 'page from 0';
  const firstPage = style.position === 'page from 1' ? 1 : 0;
  const invalid = (what: string) => {
    wrong.push({ kind: what, at: positionName, told: { field: positionName, value: text ?? '' } });
  };
  let from = 0;
  let number = firstPage;
  if (text !== null) {
    if (style.position === 'cursor') {
      from = Array.from(
        { length: rows.length + (habits.lastCursor === 'given' ? 1 : 0) },
        (_, at) => at,
      ).findIndex((at) => at > 0 && cursorOf(style, rows[at - 1]!.id, at) === text);
      if (from === -1) invalid('invalid cursor');
    } else if (style.position === 'after id') {
      from = rows.findIndex(({ id }) => String(id) === text) + 1;
      if (from === 0) invalid('invalid cursor');
    } else if (!/^\d+$/.test(text) || (isPaged && Number(text) < firstPage)) {
      if (style.badSize === 'refused') invalid('invalid position');
    } else {
      number = Number(text);
      from = isPaged ? (number - firstPage) * size : number;
      if (style.beyond === 'refused' && from > 0 && from >= rows.length) {
        throw new Refusal(404, [{ kind: 'page not found', told: { field: positionName, value: text } }]);
      }
    }
  }
  wrong.push(...faults);
  if (wrong.length > 0) throw new Refusal(400, wrong);

  const shown = rows.slice(from, from + size);
  const end = from + shown.length;
  if (rows.length === 0 && habits.emptyResult === 'nothing') return { status: 204, headers: [], body: '' };
  if (rows.length === 0 && habits.emptyResult === 'not found') {
    throw new Refusal(404, [{ kind: 'nothing found' }]);
  }
  // There are services that give a cursor as long as pages are full, be there more or not.
  const isFull = habits.lastCursor === 'given' && style.position === 'cursor' && shown.length === size;
  const hasMore = isFull || (shown.length > 0 && end < rows.length);
  const isCapped = habits.totalCap === 'capped' && rows.length > mostCounted;
  const total = isCapped ? mostCounted : rows.length;
  const linkTo = (start: number): string => {
    const target = new URL(url);
    target.searchParams.set(sizeName, String(size));
    const place =
      style.position === 'cursor'
        ? cursorOf(style, rows[start - 1]!.id, start)
        : style.position === 'after id'
          ? rows[start - 1]!.id
          : isPaged
            ? Math.floor(start / size) + firstPage
            : start;
    target.searchParams.set(positionName, String(place));
    return style.link.isAbsolute || style.next === 'link header'
      ? target.href
      : target.pathname + target.search;
  };
  const hasPrevious =
    style.link.previous && from > 0 && style.position !== 'cursor' && style.position !== 'after id';

  const headers: [string, string][] = [];
  if (style.total === 'header' && isCounted) headers.push(['X-Total-Count', String(total)]);
  if (style.next === 'link header') {
    const links = [
      ...(hasMore ? [`<${linkTo(end)}>; rel="next"`] : []),
      ...(hasPrevious ? [`<${linkTo(Math.max(0, from - size))}>; rel="prev"`] : []),
      ...edges().map(([relation, target]) => `<${target}>; rel="${relation}"`),
    ];
    if (links.length > 0) headers.push(['Link', links.join(', ')]);
  }
  const records = shown.map((row) => row.shown);
  const isPart = habits.contentRange === 'partial' && shown.length < rows.length;
  const status = isPart ? 206 : 200;
  if (habits.contentRange !== 'none') {
    const range = shown.length === 0 ? '*' : `${from}-${end - 1}`;
    headers.push(['Content-Range', `${kind} ${range}/${isCapped ? '*' : total}`]);
  }
  if (style.envelope === 'bare') return json(status, records, headers);

  const none = (key: string): Row => (style.unset === 'left out' ? {} : { [key]: null });
  const isTellingMeta = style.envelope !== 'data';
  const meta: Row = !isTellingMeta
    ? {}
    : {
        ...(style.total === 'body' && isCounted && { [name(style.totalName)]: total }),
        ...(style.total === 'body' &&
          isCounted &&
          habits.totalCap === 'capped' && { [name('total is exact')]: flagIn(style, !isCapped) }),
        ...(style.total === 'body' &&
          isCounted &&
          style.pageCount &&
          isPaged && { [name('total pages')]: Math.ceil(total / size) }),
        ...(style.echo && {
          ...(isPaged && { [name(style.positionName)]: number }),
          ...(style.position === 'offset' && { [name(style.positionName)]: from }),
          [name(style.sizeName)]: size,
        }),
        ...(style.more && { [name(style.moreName)]: flagIn(style, hasMore) }),
        ...facts(),
        ...counts(),
        ...(habits.ignoredTold && unknown.length > 0 && { [name('ignored parameters')]: unknown }),
        ...(habits.took && { [name('took')]: 3 + chance(`${run.run} ${url.href} ${run.now()}`, 40) }),
        ...(style.next === 'meta' &&
          style.position === 'cursor' &&
          (hasMore
            ? { [name('next cursor')]: cursorOf(style, rows[end - 1]!.id, end) }
            : none(name('next cursor')))),
      };
  const asked: Row = habits.query ? { [name('query')]: Object.fromEntries(query) } : {};
  return json(status, { ...asked, ...pagePart(style, kind, records, meta), ...linksPart() }, headers);

  function facts(): Row {
    switch (habits.facts) {
      case 'none':
        return {};
      case 'count':
        return { [name('number of elements')]: shown.length };
      case 'first and last':
        return {
          [name('first page')]: flagIn(style, from === 0),
          [name('last page')]: flagIn(style, !hasMore),
        };
      case 'from and to':
        return {
          [name('from')]: shown.length === 0 ? null : from + 1,
          [name('to')]: shown.length === 0 ? null : end,
        };
    }
  }

  function counts(): Row {
    if (facets === undefined || habits.facets === 'none') return {};
    return {
      [name('by state')]:
        habits.facets === 'map'
          ? Object.fromEntries(facets.map(({ word, count }) => [word, count]))
          : facets.map(({ word, count }) => ({ [name('value')]: word, [name('count')]: count })),
    };
  }

  /** The first and the last page, where pages can be named. */
  function edges(): readonly (readonly [relation: string, target: string])[] {
    if (!habits.edges || !(isPaged || style.position === 'offset')) return [];
    const last = Math.max(0, Math.ceil(rows.length / size) - 1) * size;
    return [
      ['first', linkTo(0)],
      ['last', linkTo(last)],
    ];
  }

  function linksPart(): Row {
    if (style.next !== 'body link') return {};
    const written = (target: string) => (style.link.isObject ? { href: target } : target);
    const previousName = style.link.isObject ? 'prev' : name('previous');
    const links: Row = {
      ...(style.link.self && { [style.link.isObject ? 'self' : name('self')]: written(selfLink()) }),
      ...(hasMore
        ? { [style.link.isObject ? 'next' : name('next')]: written(linkTo(end)) }
        : style.link.isObject
          ? {}
          : none(name('next'))),
      ...(hasPrevious
        ? { [previousName]: written(linkTo(Math.max(0, from - size))) }
        : style.link.isObject || !style.link.previous
          ? {}
          : none(previousName)),
    };
    const all: Row = {
      ...links,
      ...Object.fromEntries(
        edges().map(([relation, target]) => [
          style.link.isObject ? relation : name(relation),
          written(target),
        ]),
      ),
    };
    if (style.link.in === undefined) return all;
    return under(placed(style, [style.link.in]), all);
  }

  function selfLink(): string {
    return style.link.isAbsolute ? run.origin + url.pathname + url.search : url.pathname + url.search;
  }
}

function pagePart(style: Style, kind: string, records: readonly Row[], meta: Row): Row {
  const rows = placed(style, rowsPlace(style, kind));
  const inner: Row = { [rows.at(-1)!]: records };
  const holder = rows.length === 1 ? inner : { [rows[0]!]: inner };
  const place = placed(style, metaPlace(style, kind));
  if (place.length === 0) return { ...holder, ...meta };
  return Object.keys(meta).length === 0 ? holder : { ...holder, ...under(place, meta) };
}

/** @param refuse told of a size that is none */
function sizeOf(style: Style, text: string | null, refuse: (value: string) => void): number {
  if (text === null) return style.size;
  if (text === '0' && style.habits.sizeZero === 'nothing') return 0;
  if (!/^\d+$/.test(text) || Number(text) < 1) {
    if (style.badSize === 'refused') refuse(text);
    return style.size;
  }
  if (Number(text) <= style.largest) return Number(text);
  if (style.tooLarge === 'refused') refuse(text);
  return style.tooLarge === 'cut' ? style.largest : style.size;
}
