// The ways of a composed service: each is drawn from the seed by itself, among those that public APIs of shops, marketplaces
// and payments commonly have.
import { oneOf } from './materials.ts';
import { drawHabits } from './composed-habits.ts';

type Naming = 'camel' | 'snake' | 'pascal' | 'kebab';

/** Words as a name: `min price` as `minPrice`, `min_price`, `MinPrice` or `min-price`. */
export function nameIn(naming: Naming, words: string): string {
  const all = words.split(' ');
  const upper = all.map((word) => word[0]!.toUpperCase() + word.slice(1));
  if (naming === 'snake') return all.join('_');
  if (naming === 'kebab') return all.join('-');
  return naming === 'pascal' ? upper.join('') : [all[0]!, ...upper.slice(1)].join('');
}

export type Style = ReturnType<typeof drawStyle>;

export function drawStyle(seed: number) {
  const draw = <Value>(what: string, values: readonly Value[]): Value =>
    oneOf(`composed ${seed} ${what}`, values);
  const flip = (what: string) => draw(what, [true, false]);

  const naming = draw<Naming>('naming', ['camel', 'camel', 'snake', 'snake', 'pascal', 'kebab']);
  const queryNaming = naming === 'pascal' ? draw<Naming>('query naming', ['pascal', 'camel']) : naming;
  const ids = draw('ids', ['uuid', 'number', 'prefixed', 'number as text', 'code'] as const);
  const money = draw('money', [
    'number',
    'decimal text',
    'cents',
    'micros text',
    'amount text',
    'value number',
    'amount cents',
  ] as const);
  const times = draw('times', ['z', 'ms', 'offset', 'seconds', 'milliseconds', 'apart'] as const);
  const states = draw('states', [
    ['active', 'paused', 'archived'],
    ['live', 'draft', 'ended'],
    ['enabled', 'disabled', 'blocked'],
    ['on sale', 'out of stock', 'delisted'],
  ]);

  const envelope = draw('envelope', [
    'bare',
    'data',
    'items and total',
    'results and paging',
    'named',
    'embedded',
    'data and meta',
    'content',
  ] as const);
  const isTellingMeta = envelope !== 'bare' && envelope !== 'data';
  const position = draw('position', ['offset', 'page from 1', 'page from 0', 'cursor', 'after id'] as const);
  // A client must be able to find the next page by something.
  const next = draw(
    'next',
    envelope === 'embedded'
      ? (['body link'] as const)
      : isTellingMeta
        ? (['meta', 'meta', 'body link', 'link header'] as const)
        : position === 'cursor'
          ? (['link header'] as const)
          : (['link header', 'meta'] as const),
  );
  const size = draw('default size', [10, 12, 15, 20, 25]);

  const habits = drawHabits(draw);
  const query = (words: string) => nameIn(queryNaming, words);
  const positionName = draw(
    'position name',
    position === 'offset'
      ? ['offset', 'skip', 'start']
      : position === 'cursor'
        ? ['cursor', 'page token', 'after']
        : position === 'after id'
          ? ['starting after', 'after id', 'since id']
          : ['page', 'page number', 'page'],
  );
  const sizeName = draw('size name', ['limit', 'per page', 'page size', 'size', 'count']);
  const families: readonly (readonly [family: string, words: readonly string[]])[] = [
    ['page', [positionName, sizeName]],
    ['filter', ['state', 'status', 'listing status', 'strategy id', 'price', 'price from', 'price to']],
    ['filter', ['min price', 'max price', 'created since', 'created after', 'from date']],
  ];
  /** A parameter of a family has the name of the family around its own. */
  const inFamily = (words: string): string => {
    const [family] = families.find(([, members]) => members.includes(words)) ?? [];
    return family === undefined
      ? query(words)
      : `${family}[${query(words === 'page' ? 'number' : words.replace(/^page /, ''))}]`;
  };

  const errors = draw('errors', [
    'flat',
    'coded',
    'list',
    'problem',
    'framework',
    'numbered',
    'by field',
  ] as const);
  const invalid = draw('invalid', [400, 422]);

  return {
    seed,
    draw,
    name: (words: string) => nameIn(naming, words),
    parameter: habits.brackets ? inFamily : query,
    errorName: (words: string) =>
      nameIn(habits.errorNaming === 'as all' ? naming : habits.errorNaming, words),
    habits,

    ids: habits.ids === 'plain' ? ids : habits.ids,
    strategyIds: draw('strategy ids', ['as listings', 'as listings', 'slug'] as const),
    money: habits.money === 'plain' ? money : habits.money,
    unset: draw('unset', ['null', 'null', 'left out', 'empty'] as const),
    times: habits.times === 'plain' ? times : habits.times,
    stateCase: draw('state case', ['lower', 'upper', 'number', 'lower'] as const),
    states,
    extras: {
      links: draw('links', ['none', 'none', 'path', 'url'] as const),
      tags: flip('tags'),
      picture: flip('picture'),
      stock: draw('stock', ['none', 'flat', 'nested'] as const),
      version: flip('version'),
      category: flip('category'),
      updated: draw('updated', [true, true, true, false]),
    },
    words: {
      id: draw('word id', ['id', 'id', 'id', 'listing id']),
      title: draw('word title', ['title', 'name', 'product name']),
      state: draw('word state', ['state', 'status', 'listing status']),
      price: draw('word price', ['price', 'list price', 'current price']),
      updated: draw('word updated', ['updated at', 'last modified', 'updated', 'modified on']),
      created: draw('word created', ['created at', 'created', 'creation time']),
      bounds: draw('word bounds', [
        ['min price', 'max price'],
        ['floor price', 'ceiling price'],
        ['lower limit', 'upper limit'],
        ['minimum', 'maximum'],
      ]),
    },
    /** The member that holds both bounds, if they do not stand in the record itself. */
    boundsIn: draw('bounds in', [undefined, undefined, 'price bounds', 'limits']),
    strategyShown: draw('strategy shown', ['id', 'id', 'object', 'id and name'] as const),
    /** What single reads show that lists do not. */
    single: draw('single', ['same', 'same', 'same', 'more'] as const),
    derived: draw('derived', ['none', 'none', 'clamp', 'flag', 'spread', 'word'] as const),

    envelope,
    one: draw('one', ['bare', 'bare', 'data', 'kind'] as const),
    position,
    next,
    link: {
      isAbsolute: flip('absolute links'),
      isObject: envelope === 'embedded',
      in: envelope === 'embedded' ? '_links' : draw('links in', [undefined, 'links']),
      previous: flip('previous'),
      self: flip('self'),
    },
    cursor: draw('cursor', ['id', 'offset text', 'json'] as const),
    positionName,
    sizeName,
    size,
    largest: draw('largest', [50, 100, 40]),
    tooLarge: draw('too large', ['refused', 'refused', 'cut', 'default'] as const),
    badSize: draw('bad size', ['refused', 'refused', 'default'] as const),
    beyond: draw('beyond', ['empty', 'empty', 'empty', 'refused'] as const),
    /** Where the number of all records is told. A client that goes by it needs it. */
    total: draw('total', isTellingMeta ? (['body', 'body', 'none'] as const) : (['header', 'none'] as const)),
    totalName: draw('total name', ['total', 'total count', 'total items', 'total elements']),
    pageCount: flip('page count'),
    echo: flip('echo'),
    more: flip('more'),
    moreName: draw('more name', ['has more', 'has next', 'more']),

    filters: {
      state: draw('filter state', ['one', 'one', 'commas', 'repeated'] as const),
      badState: draw('bad state', ['refused', 'refused', 'empty'] as const),
      strategy: flip('filter strategy'),
      text: draw('filter text', [undefined, 'q', 'search', 'query']),
      price: draw('filter price', [undefined, ['price from', 'price to'], ['min price', 'max price']]),
    },
    sort: draw('sort', ['none', 'minus', 'colon', 'comma', 'apart'] as const),
    sortName: draw('sort name', ['sort', 'sort by', 'order by']),
    badSort: draw('bad sort', ['refused', 'ignored'] as const),
    unknownParameter: draw('unknown parameter', ['ignored', 'ignored', 'refused'] as const),

    errors,
    faults: draw('faults', ['first', 'all'] as const),
    codes: draw('codes', ['snake', 'upper', 'kebab', 'camel'] as const),
    wording: draw('wording', [0, 1, 2, 3]),
    requestId: draw('request id', ['none', 'header', 'body', 'both'] as const),
    status: {
      invalid,
      crossed: draw('crossed', [invalid, 400, 409, 422]),
      strategy: draw('strategy unknown', [404, 422, 400]),
      badId: draw('bad id', [404, 404, 400]),
      wrongKey: draw('wrong key', [401, 401, 403]),
    },
    authBody: draw('auth body', ['usual', 'usual', 'own', 'none'] as const),
    challenge: flip('challenge'),

    write: {
      money: draw('write money', ['strict', 'lenient'] as const),
      both: flip('both bounds'),
      nothing: draw('null', ['missing', 'type', 'clears'] as const),
      least: draw('least', [0, 1, 50, 100]),
      most: draw('most', [undefined, 500_000, 1_000_000]),
      crossedBy: draw('crossed by', ['equal', 'more'] as const),
      unknown: draw('unknown member', ['ignored', 'refused'] as const),
      form: draw('write form', ['as shown', 'as shown', 'renamed', 'wrapped'] as const),
      strategy: draw('write strategy', ['strategy id', 'strategy', 'id']),
      strategyNothing: draw('strategy null', ['clears', 'refused'] as const),
      answer: draw('write answer', ['whole', 'whole', 'changed', 'none', 'success'] as const),
    },

    limit: draw('limit', ['none', 'none', 'window', 'sliding', 'bucket'] as const),
    limitHeaders: draw('limit headers', ['none', 'x', 'draft', 'one'] as const),
    limitSize: draw('limit size', [8, 10, 12, 15]),
    retryAfter: flip('retry after'),
    limitBody: draw('limit body', ['usual', 'usual', 'text'] as const),
    tags: draw('etags', ['none', 'none', 'none', 'reads', 'all'] as const),

    listings: draw('listings', [34, 40, 46, 52]),
    strategies: draw('strategies', [5, 6, 7, 8]),
    runs: draw('runs', [7, 8, 9]),
    file: draw('file', ['url', 'path', 'signed url'] as const),
  };
}
