// The calls that a program makes of a composed service: it knows the parameters and the form of the answers.
import type { Api, Received, Sending } from './contract.ts';
import { header, member } from './kit.ts';
import { at, chance, isObject, rowsAt } from './materials.ts';
import type { Row } from './materials.ts';
import { boundNames } from './composed-bounds.ts';
import { expressionName } from './composed-finds.ts';
import { metaPlace, mostCounted, placed, rowsPlace } from './composed-pages.ts';
import type { Style } from './composed-style.ts';
import { isVersioned } from './composed-writes.ts';
import { amountName, flagIn, isInCents, moneySent, plainMoney, unshaped, wordIn } from './composed-values.ts';

export type Parameters = readonly (readonly [name: string, value: string | number])[];

const kinds: Readonly<Record<string, string>> = {
  listings: 'listing',
  strategies: 'strategy',
  reports: 'report',
};

/** The calls that a program makes of a service of this style. */
export function clientOf(style: Style, api: Api) {
  const { name, parameter, habits } = style;
  const filter = expressionName(style);
  /** All that an expression holds is one parameter. */
  const joined = (parameters: Parameters): Parameters => {
    const parts = parameters.filter(([each]) => each === filter).map(([, value]) => value);
    if (parts.length < 2) return parameters;
    const whole = parts.join(habits.expression === 'words' ? ' and ' : ';');
    return [[filter, whole], ...parameters.filter(([each]) => each !== filter)];
  };
  const targetOf = (kind: string, parameters: Parameters): string => {
    const query = new URLSearchParams(
      joined(parameters).map(([each, value]): [string, string] => [each, String(value)]),
    ).toString();
    return `/v1/${kind}${query === '' ? '' : `?${query}`}`;
  };
  const sized = (size: number): Parameters => [[parameter(style.sizeName), size]];

  const rowsOf = (received: Received, kind: string): readonly Row[] =>
    rowsAt(received, ...placed(style, rowsPlace(style, kind))).map((row) =>
      unshaped(style, kinds[kind]!, row)!,
    );
  const idOf = (row: Row | undefined): unknown => row?.[name(style.words.id)] ?? row?.[name('id')];

  /** The record of an answer about one. */
  const recordOf = ({ body }: Received): Row | undefined => {
    const shown =
      style.one === 'data'
        ? member(body, name('data'))
        : style.one === 'kind'
          ? member(body, name('listing'))
          : body;
    return isObject(shown) ? unshaped(style, 'listing', shown) : undefined;
  };

  /** Where the file of a report run is; undefined while there is none. */
  function fileOf(row: Row | undefined): string | undefined {
    const name = style.name('download url');
    const files = row?.[style.name('files')];
    const holder = Array.isArray(files) ? (files as unknown[])[0] : (row?.[style.name('file')] ?? row);
    const url = isObject(holder) ? holder[name] : undefined;
    return typeof url === 'string' && url !== '' ? url : undefined;
  }

  /** Where the page after this one is; undefined of the last. */
  function nextOf(
    received: Received,
    kind: string,
    parameters: Parameters,
    rows: readonly Row[],
    shown: number,
  ) {
    if (style.next === 'link header') {
      return /<([^>]+)>; rel="next"/.exec(header(received, 'Link') ?? '')?.[1];
    }
    const { link } = style;
    if (style.next === 'body link') {
      const holder = link.in === undefined ? [] : placed(style, [link.in]);
      const next = at(received, ...holder, ...(link.isObject ? ['next', 'href'] : [name('next')]));
      return typeof next === 'string' ? next : undefined;
    }
    const to = (place: string | number): Parameters => [
      ...parameters,
      [parameter(style.positionName), place],
    ];
    const meta = placed(style, metaPlace(style, kind));
    const told = (words: string) => at(received, ...meta, name(words));
    if (style.position === 'cursor') {
      const cursor = told('next cursor');
      return typeof cursor === 'string' ? to(cursor) : undefined;
    }
    const size = Number(parameters.find(([each]) => each === parameter(style.sizeName))?.[1] ?? style.size);
    const total = told(style.totalName) ?? header(received, 'X-Total-Count');
    const more = told(style.moreName);
    const isLast =
      more !== undefined
        ? more !== flagIn(style, true)
        : total === undefined || (habits.totalCap === 'capped' && Number(total) === mostCounted)
          ? shown < size
          : rows.length >= Number(total) || shown === 0;
    if (isLast) return undefined;
    if (style.position === 'after id') return to(String(idOf(rows.at(-1))));
    if (style.position === 'offset') return to(rows.length);
    return to(Math.ceil(rows.length / size) + (style.position === 'page from 1' ? 1 : 0));
  }

  async function walk(kind: string, parameters: Parameters = []): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (let next: string | undefined = targetOf(kind, parameters); next !== undefined;) {
      const received: Received = await api.ask('GET', next);
      const shown = rowsOf(received, kind);
      rows.push(...shown);
      const following: string | Parameters | undefined = nextOf(
        received,
        kind,
        parameters,
        rows,
        shown.length,
      );
      next = typeof following === 'object' ? targetOf(kind, following) : following;
    }
    return rows;
  }

  const list = (kind: string, parameters: Parameters, sending?: Sending) =>
    api.ask('GET', targetOf(kind, parameters), sending);
  const read = (id: unknown, sending?: Sending) => api.ask('GET', `/v1/listings/${String(id)}`, sending);

  const wrapped = (body: Row): unknown =>
    habits.writtenAs === 'operations'
      ? Object.entries(body).map(([member, value]) => ({ op: 'replace', path: `/${member}`, value }))
      : style.write.form === 'wrapped'
        ? { [name('listing')]: body }
        : body;
  /** The entity tags that were told last, by the id of a listing. */
  const tags = new Map<string, string>();
  const noted = (id: unknown, received: Received): Received => {
    const tag = header(received, 'ETag');
    if (tag !== undefined) tags.set(String(id), tag);
    return received;
  };
  let writes = 0;

  /** What a service wants to be told beside the change. */
  async function headersOf(id: unknown): Promise<Readonly<Record<string, string>>> {
    writes += 1;
    const isTagged = style.tags !== 'none' && habits.ifMatch === 'required';
    if (isTagged && !tags.has(String(id))) noted(id, await read(id));
    return {
      ...(isTagged && { 'If-Match': tags.get(String(id)) ?? '"0"' }),
      ...(habits.idempotency === 'required' && {
        'Idempotency-Key': `composed-${chance(`composed ${style.seed} write ${writes}`, 1_000_000_000)}`,
      }),
    };
  }

  /** @param query of the write, with its `?` */
  async function write(
    id: unknown,
    part: string,
    { query = '', ...sending }: Sending & { readonly query?: string },
  ): Promise<Received> {
    const headers = { ...(await headersOf(id)), ...sending.headers };
    const target = `/v1/listings/${String(id)}/${part}${query}`;
    return noted(id, await api.ask(habits.writeMethod, target, { ...sending, headers }));
  }

  /** The version of a record as it is now, with what is to be changed, for a service that wants to be told it. */
  async function versioned(id: unknown, body: Row): Promise<Row> {
    if (!isVersioned(style)) return body;
    const shown = recordOf(await read(id));
    return { ...body, [name('version')]: shown?.[name('version')] ?? 1 };
  }

  const price = async (id: unknown, body: Row, headers: Sending['headers'] = {}) =>
    followed(await write(id, 'price', { json: wrapped(await versioned(id, body)), headers }));
  const assign = async (id: unknown, body: Row) =>
    followed(await write(id, 'strategy', { json: wrapped(await versioned(id, body)) }));
  /** Asks what became of a write, where the answer tells where. */
  async function followed(received: Received): Promise<Received> {
    const place = received.status === 202 ? header(received, 'Location') : undefined;
    if (place !== undefined) await api.ask('GET', place);
    return received;
  }

  const [minName, maxName] = boundNames(style);
  const bounds = (min: unknown, max?: unknown): Row => ({
    ...(min !== undefined && { [minName]: min }),
    ...(max !== undefined && { [maxName]: max }),
  });
  const money = (cents: number) => moneySent(style, cents);
  /** An amount of another kind in the form of a price. */
  const wrong = (value: unknown): unknown => {
    const sent = money(0);
    return isObject(sent) ? { ...sent, [amountName(style)]: value } : value;
  };
  /** An amount as a number where the service writes texts, and as a text where it writes numbers. */
  const swapped = (cents: number): unknown => {
    const plain = plainMoney(style, cents);
    if (typeof plain === 'number') return wrong(String(plain));
    return wrong(Number.isNaN(Number(plain)) ? cents / 100 : Number(plain));
  };
  /** An amount with so many decimals as there are, in the form of a price. */
  const precise = (amount: number): unknown => {
    const plain = plainMoney(style, 100);
    if (typeof plain === 'number') return wrong(amount);
    return wrong(
      String(plain).replace(
        /\d+[.,]\d+|\d+/,
        plain === '1,00' ? String(amount).replace('.', ',') : String(amount),
      ),
    );
  };
  /** Whether a listing shows no bound. */
  const isUnbounded = (row: Row): boolean => {
    const holder = style.boundsIn === undefined ? row : row[name(style.boundsIn)];
    const shown = isObject(holder) ? style.words.bounds.map((words) => holder[name(words)] ?? '') : [''];
    return shown.includes('');
  };
  const strategy = (value: unknown): Row => ({ [name(style.write.strategy)]: value });

  const state = (...places: readonly number[]): Parameters => {
    const values = places.map((place) => String(wordIn(style, style.states, place)));
    const field = parameter(style.words.state);
    if (habits.expression === 'colons') return [[filter, `${field}:${values.join('|')}`]];
    if (habits.expression === 'words') {
      const [first] = values;
      return [
        [
          filter,
          values.length === 1
            ? `${field} eq '${first}'`
            : `${field} in (${values.map((value) => `'${value}'`).join(',')})`,
        ],
      ];
    }
    return style.filters.state === 'repeated'
      ? values.map((value) => [field, value])
      : style.filters.state === 'commas'
        ? [[field, values.join(',')]]
        : [[field, values[0]!]];
  };

  function between(from?: number, to?: number): Parameters {
    const unit = isInCents(style) ? 100 : 1;
    const field = parameter('price');
    /** Both ends, each written where it is asked for. */
    const ends = (write: (operator: string, value: number) => readonly [string, string | number]) => [
      ...(from === undefined ? [] : [write('gte', from * unit)]),
      ...(to === undefined ? [] : [write('lte', to * unit)]),
    ];
    if (habits.expression === 'words') {
      return ends((operator, value) => [filter, `${field} ${operator.replace('te', 'e')} ${value}`]);
    }
    if (habits.expression === 'colons') {
      return ends((operator, value) => [filter, `${field}:${operator === 'gte' ? '>=' : '<='}${value}`]);
    }
    if (style.filters.price === undefined) return [];
    const [least, most] = style.filters.price;
    switch (habits.range) {
      case 'two':
        return ends((operator, value) => [parameter(operator === 'gte' ? least! : most!), value]);
      case 'operators':
        return ends((operator, value) => [field, `${operator}:${value}`]);
      case 'brackets':
        return ends((operator, value) => [`${field}[${operator}]`, value]);
      case 'dots':
        return [[field, [from, to].map((end) => (end === undefined ? '' : end * unit)).join('..')]];
    }
  }

  function ofStrategy(id: unknown): Parameters {
    const field = parameter('strategy id');
    if (habits.expression === 'words') return [[filter, `${field} eq '${String(id)}'`]];
    if (habits.expression === 'colons') return [[filter, `${field}:${String(id)}`]];
    return style.filters.strategy ? [[field, String(id)]] : [];
  }

  const holding = (text: string): Parameters =>
    style.filters.text === undefined ? [] : [[parameter(style.filters.text), text]];
  /** @param words of a member */
  const sorted = (words: string, isDown: boolean): Parameters => {
    const [field, member] = [parameter(style.sortName), name(words)];
    switch (style.sort) {
      case 'none':
        return [];
      case 'minus':
        return [[field, isDown ? `-${member}` : member]];
      case 'colon':
        return [[field, `${member}:${isDown ? 'desc' : 'asc'}`]];
      case 'comma':
        return [[field, `${member},${isDown ? 'desc' : 'asc'}`]];
      case 'apart':
        return [
          [field, member],
          [parameter('direction'), isDown ? 'desc' : 'asc'],
        ];
    }
  };

  return {
    sized,
    rowsOf,
    idOf,
    fileOf,
    walk,
    list,
    read,
    write,
    wrapped,
    price,
    assign,
    bounds,
    money,
    wrong,
    swapped,
    precise,
    isUnbounded,
    strategy,
    state,
    between,
    ofStrategy,
    holding,
    sorted,
  };
}

export type Client = ReturnType<typeof clientOf>;
