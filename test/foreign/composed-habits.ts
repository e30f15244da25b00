// Ways that only some services have, each drawn from the seed by itself: a service has a handful of them.

type Draw = <Value>(what: string, values: readonly Value[]) => Value;

export function drawHabits(draw: Draw) {
  /** The plain way in seven of eight services, and any of the odd ones in the others. */
  const mostly = <const Value>(what: string, plain: Value, ...odd: readonly Value[]): Value =>
    draw(`${what} is odd`, [0, 0, 0, 0, 0, 0, 0, 1]) === 0 ? plain : draw(what, odd);

  return {
    /** How values and records are shown. */
    ids: mostly('id form', 'plain', 'check digit', 'urn', 'ulid'),
    money: mostly('money form', 'plain', 'symbol', 'with currency', 'three digits', 'comma', 'formatted'),
    times: mostly('time form', 'plain', 'micros', 'basic offset', 'http', 'float', 'spaced'),
    flags: mostly('flags', 'boolean', 'letter', 'digit', 'text'),
    labels: mostly('labels', 'none', 'code and label', 'id and name'),
    none: mostly('no bound', 'unset', 'zero', 'negative'),
    emptyList: mostly('empty list', 'shown', 'left out', 'null'),
    titles: mostly('titles', 'plain', 'languages', 'list of languages'),
    counts: mostly('counts', 'number', 'text'),
    attributes: mostly('attributes', 'none', 'pairs', 'map'),
    feature: mostly<string | undefined>('feature', undefined, 'fragile', 'free shipping'),
    computed: mostly('computed', 'none', 'margin', 'percent', 'age', 'tax', 'tag count', 'cheap'),
    objects: mostly<string | undefined>('objects', undefined, 'object', 'kind', 'resource type'),
    shape: mostly('shape', 'plain', 'wrapped rows', 'attributes'),
    strategies: mostly('strategy reference', 'plain', 'link', 'urn'),
    deleted: mostly('deleted', 'none', 'hidden', 'gone', 'marked'),

    /** How records are found. */
    brackets: mostly('brackets', false, true),
    expression: mostly('expression', 'none', 'words', 'colons'),
    range: mostly('range', 'two', 'dots', 'operators', 'brackets'),
    since: mostly<string | undefined>('since', undefined, 'created since', 'created after', 'from date'),
    anyCase: mostly('any case', false, true),
    search: mostly('search in', 'title', 'title and sku', 'title and category', 'every word', 'beginning'),
    sortMany: mostly('sort by many', false, true),
    fields: mostly<string | undefined>('fields', undefined, 'fields', 'select'),
    expand: mostly<string | undefined>('expand', undefined, 'expand', 'include', 'embed'),
    some: mostly<string | undefined>('some ids', undefined, 'ids', 'id'),
    assigned: mostly<string | undefined>('assigned', undefined, 'has strategy', 'with strategy'),
    except: mostly('except', 'none', 'minus', 'exclude'),
    atFirst: mostly('at first', 'all', 'first state'),
    order: mostly('order', 'by id', 'newest first'),
    changed: mostly<string | undefined>('changed', undefined, 'updated since', 'modified after'),
    shortest: mostly('shortest search', 0, 3),
    exact: mostly<'sku' | 'category' | 'tag' | undefined>('exact', undefined, 'sku', 'category', 'tag'),
    emptyFilter: mostly('empty filter', 'as any', 'ignored'),
    badRange: mostly('bad range', 'nothing', 'refused'),
    reportState: mostly('report state', false, true),
    strategyOn: mostly<string | undefined>('strategy on', undefined, 'enabled', 'active'),
    sizeZero: mostly('size zero', 'as any', 'nothing'),

    /** What stands around them. */
    reportsIn: mostly('reports in', 'the same', 'named', 'items and total', 'data and meta'),
    contentRange: mostly('content range', 'none', 'told', 'partial'),
    edges: mostly('edges', false, true),
    totalCap: mostly('total cap', 'none', 'capped', 'capped'),
    facts: mostly('facts', 'none', 'count', 'first and last', 'from and to'),
    query: mostly('query echo', false, true),
    emptyResult: mostly('empty result', 'list', 'nothing', 'not found'),
    lastCursor: mostly('last cursor', 'none', 'given'),
    totalAsked: mostly<string | undefined>('total asked', undefined, 'include total', 'with count'),
    took: mostly('took', false, true),
    facets: mostly('facets', 'none', 'map', 'list'),
    strategyCount: mostly('strategy count', false, true),
    success: mostly('success', 'none', 'flag', 'code', 'word'),
    traced: mostly('traced', 'refusals', 'all'),
    generated: mostly('generated', false, true),
    ignoredTold: mostly('ignored told', false, true),
    lastModified: mostly('last modified', false, true),
    by: mostly<string | undefined>('changed by', undefined, 'modified by', 'source'),

    /** What writes do, and what they answer. */
    writeMethod: mostly<'PATCH' | 'PUT' | 'POST'>('write method', 'PATCH', 'PUT', 'POST'),
    writtenAs: mostly('written as', 'object', 'operations'),
    versionSent: mostly('version sent', 'none', 'required'),
    changes: mostly('changes', 'none', 'told'),
    receipt: mostly('receipt', 'none', 'echo', 'accepted', 'warnings', 'previous', 'results', 'link'),
    rounding: mostly('rounding', 1, 5, 10, 100),
    crossing: mostly('crossing', 'refused', 'swapped', 'raised'),
    unchanged: mostly('unchanged', 'written', 'kept'),
    idempotency: mostly('idempotency', 'none', 'optional', 'required'),
    ifMatch: mostly('if match', 'none', 'optional', 'required'),
    locked: mostly('locked', undefined, 409, 423),
    dryRun: mostly<string | undefined>('dry run', undefined, 'dry run', 'validate only'),
    prefer: mostly('prefer', 'none', 'minimal'),
    opens: mostly('opens', false, true),
    decimals: mostly('decimals', 'rounded', 'refused'),
    strategyNeeds: mostly('strategy needs', 'nothing', 'bounds', 'enabled', 'another'),
    widest: mostly('widest', 0, 10, 25),

    /** How requests are refused. */
    media: mostly('media', false, true),
    accept: mostly('accept', false, true),
    method: mostly('method', 'not found', 'not allowed', 'own'),
    route: mostly('route', 'usual', 'own', 'page', 'none'),
    missing: mostly('missing body', 'usual', 'none', 'usual with null'),
    faultPath: mostly('fault path', 'dotted', 'pointer', 'brackets', 'json path', 'source'),
    location: mostly('location', false, true),
    rejected: mostly('rejected', false, true),
    errorExtra: mostly('error extra', 'none', 'docs', 'help', 'time', 'path', 'status', 'severity'),
    errorNaming: mostly<'as all' | 'camel' | 'snake' | 'pascal'>(
      'error naming',
      'as all',
      'camel',
      'snake',
      'pascal',
    ),
    language: mostly('language', 'one', 'two'),

    /** How often one may ask. */
    limitScope: mostly('limit scope', 'all', 'lists', 'writes'),
    limitTold: mostly('limit told', 'plain', 'combined', 'dashed', 'reset date'),
    limitWait: mostly('limit wait', 'none', 'seconds', 'milliseconds'),
    limitStatus: mostly('limit status', 429, 503),

    /** How report runs are shown. */
    progress: mostly('progress', 'none', 'percent', 'share', 'steps'),
    duration: mostly('duration', 'none', 'seconds', 'iso', 'milliseconds'),
    files: mostly('files', 'one', 'list', 'object'),
    expiry: mostly('expiry', false, true),
  };
}

export type Habits = ReturnType<typeof drawHabits>;
