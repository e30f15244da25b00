// What the user of a composed service asks of the ways that only some services have.
import type { Api } from './contract.ts';
import { header } from './kit.ts';
import { chance } from './materials.ts';
import type { Row } from './materials.ts';
import type { Client, Parameters } from './composed-client.ts';
import { exactIn, expressionName } from './composed-finds.ts';
import { strangeId } from './composed-records.ts';
import type { Style } from './composed-style.ts';
import { wordIn, wordShown } from './composed-values.ts';
import { isVersioned } from './composed-writes.ts';

interface Known {
  readonly which: 'recorded' | 'another';
  readonly listings: readonly Row[];
  readonly id: (number: number) => unknown;
  readonly strategies: readonly unknown[];
}

export async function oddAsks(style: Style, api: Api, client: Client, known: Known): Promise<void> {
  await oddLists(style, client, known);
  await oddWrites(style, client, known);
  await oddRequests(style, api, client, known);
}

/** One of two values, as the session is the recorded one or another. */
const chosen =
  ({ which }: Known) =>
  <Value>(recorded: Value, another: Value): Value =>
    which === 'recorded' ? recorded : another;

async function oddLists(style: Style, client: Client, known: Known): Promise<void> {
  const { sized, list, read, sorted, holding } = client;
  const { habits, words, name, parameter } = style;
  const { listings, id } = known;
  const of = chosen(known);
  const asks: Parameters[] = [];
  if (habits.fields !== undefined) {
    const field = parameter(habits.fields);
    const all = [words.title, words.price, words.state, 'sku'].map(name);
    asks.push([[field, of(all.slice(0, 2), all.slice(1, 3)).join()], ...sized(of(6, 7))]);
    asks.push([[field, of(all[3], all[0])!], ...sized(of(4, 5))]);
  }
  if (habits.expand !== undefined) asks.push([[parameter(habits.expand), 'strategy'], ...sized(of(5, 8))]);
  if (habits.since !== undefined) {
    const short = words.created.replace(/ (?:at|on|time)$/, '');
    const shown =
      listings[of(20, 13)]?.[style.times === 'apart' ? name(`${short} date`) : name(words.created)];
    asks.push([[parameter(habits.since), String(shown)], ...sized(of(9, 11))]);
    asks.push([[parameter(habits.since), of('yesterday', 'last week')], ...sized(4)]);
  }
  if (habits.anyCase && habits.expression === 'none') {
    const word = String(wordIn(style, style.states, of(0, 1)));
    const swapped = word === word.toLowerCase() ? word.toUpperCase() : word.toLowerCase();
    asks.push([[parameter(words.state), swapped], ...sized(of(7, 6))]);
  }
  if (style.filters.text !== undefined && habits.search !== 'title') {
    const [first, last] = {
      'title and sku': ['VEL-', 'osk-'],
      'title and category': ['garden', 'office'],
      'every word': ['set chess', 'tin tea'],
      beginning: ['ru', 'ug'],
    }[habits.search] as [string, string];
    asks.push([...holding(of(first, last)), ...sized(of(8, 9))]);
    asks.push([...holding(of('zzz', 'qqq')), ...sized(8)]);
  }
  if (habits.sortMany && style.sort === 'minus') {
    asks.push([[parameter(style.sortName), `${of('', '-')}${name(words.state)},-${name(words.price)}`]]);
  }
  if (habits.sortMany && style.sort === 'colon') {
    const order = `${name(words.state)}:${of('asc', 'desc')},${name(words.price)}:desc`;
    asks.push([[parameter(style.sortName), order]]);
  }
  if (habits.expression !== 'none') {
    asks.push([[expressionName(style), of('flavour is sweet', 'colour is red')], ...sized(3)]);
  }
  if (habits.emptyResult !== 'list') asks.push([...client.between(of(900, 700)), ...sized(of(5, 6))]);
  if (habits.totalCap === 'capped') asks.push(sized(of(35, 31)));
  asks.push(...oddFilters(style, client, known));
  for (const ask of asks) await list('listings', ask);
  if (habits.reportState) {
    const field = parameter(words.state.replace('listing ', ''));
    const reportWords = ['queued', 'running', 'done', 'failed'];
    for (const place of of([2, 3], [2, 1])) {
      await list('reports', [[field, String(wordIn(style, reportWords, place))]]);
    }
  }
  if (habits.strategyOn !== undefined) {
    for (const value of of(['true', 'false'], ['false', 'true'])) {
      await list('strategies', [[parameter(habits.strategyOn), value]]);
    }
  }
  if (habits.lastModified && style.extras.updated) {
    const since = header(await read(id(of(2, 9))), 'Last-Modified')!;
    await read(id(of(2, 9)), { headers: { 'If-Modified-Since': since } });
    const before = { 'If-Modified-Since': 'Wed, 01 Jan 2020 00:00:00 GMT' };
    await read(id(of(2, 9)), { headers: before });
  }
  if (habits.expand !== undefined) {
    await read(`${String(id(of(1, 6)))}?${parameter(habits.expand)}=strategy`);
  }
  if (habits.emptyList !== 'shown' && style.extras.tags) {
    for (const row of listings.filter((one) => !Array.isArray(one[name('tags')])).slice(0, 2)) {
      await read(client.idOf(row));
    }
  }
  if (style.habits.sortMany && style.sort !== 'none')
    await list('listings', sorted(words.created, of(true, false)));
}

/** What only some services can be asked for. */
function oddFilters(style: Style, client: Client, known: Known): Parameters[] {
  const { sized, holding, idOf } = client;
  const { habits, words, name, parameter } = style;
  const { listings } = known;
  const of = chosen(known);
  const asks: Parameters[] = [];
  if (habits.some !== undefined) {
    const some = of([2, 5, 9], [4, 11]).map((place) => String(idOf(listings[place])));
    asks.push([[parameter(habits.some), some.join()]]);
    asks.push([[parameter(habits.some), of(some[1]!, `${some[0]!},none`)], ...sized(3)]);
  }
  if (habits.assigned !== undefined) {
    asks.push([[parameter(habits.assigned), of('true', 'false')], ...sized(of(6, 30))]);
    asks.push([[parameter(habits.assigned), of('false', 'true')], ...sized(of(9, 8))]);
  }
  const word = (place: number) => String(wordIn(style, style.states, place));
  if (habits.except === 'minus' && habits.expression === 'none') {
    for (const place of of([1, 0], [2])) {
      asks.push([[parameter(words.state), `-${word(place)}`], ...sized(of(11, 13))]);
    }
  }
  if (habits.except === 'exclude') {
    const field = parameter(`exclude ${words.state}`);
    asks.push([[field, word(of(0, 1))], ...sized(of(9, 10))]);
    asks.push([[field, [1, of(2, 0)].map(word).join()], ...sized(of(8, 12))]);
  }
  if (habits.atFirst === 'first state' && habits.expression === 'none') {
    asks.push([[parameter(words.state), 'any'], ...sized(of(13, 35))]);
  }
  if (habits.changed !== undefined && style.extras.updated) {
    const short = words.updated.replace(/ (?:at|on|time)$/, '');
    const member = style.times === 'apart' ? name(`${short} date`) : name(words.updated);
    asks.push([[parameter(habits.changed), String(listings[of(6, 17)]?.[member])], ...sized(of(9, 12))]);
    asks.push([[parameter(habits.changed), of('sometime', 'today')], ...sized(4)]);
  }
  if (habits.shortest > 0)
    for (const text of of(['a', 'la'], ['z'])) asks.push([...holding(text), ...sized(5)]);
  const exact = exactIn(style);
  if (exact !== undefined) {
    const one = listings[of(3, 22)]?.[name(exact)];
    const value = typeof one === 'string' ? one : of('gift', 'bulky');
    for (const asked of [value, of('neverland', 'atlantis')]) {
      asks.push([[parameter(exact), asked], ...sized(of(8, 9))]);
    }
  }
  if (habits.emptyFilter === 'ignored' && habits.expression === 'none') {
    asks.push([[parameter(words.state), ''], ...sized(of(7, 5))]);
  }
  if (habits.badRange === 'refused') {
    asks.push([...client.between(of(120, 95), of(50, 40)), ...sized(of(6, 7))]);
    const [end] = client.between(1);
    if (end !== undefined && habits.range === 'two' && habits.expression === 'none') {
      asks.push([[end[0], of('cheap', 'low')], ...sized(5)]);
    }
  }
  if (habits.totalAsked !== undefined) {
    for (const value of of(['true', 'false'], ['true'])) {
      asks.push([[parameter(habits.totalAsked), value], ...sized(of(5, 7))]);
      if (holding('lamp').length > 0) {
        asks.push([...holding(of('rug', 'tin')), [parameter(habits.totalAsked), value], ...sized(of(2, 3))]);
      }
    }
  }
  return asks;
}

async function oddWrites(style: Style, client: Client, known: Known): Promise<void> {
  const { list, read, price, assign, bounds, money, strategy, idOf, sized } = client;
  const { habits, words, name } = style;
  const { listings, id, strategies } = known;
  const of = chosen(known);
  const cents = (what: string) => chance(`composed ${style.seed} odd ${known.which} ${what}`, 4000);
  const some = (what: string) => bounds(money(1001 + cents(what)), money(6003 + cents(`${what} most`)));
  const at = of(15, 14);

  if (habits.deleted !== 'none') {
    const include: Parameters = [[style.parameter('include deleted'), 'true'], ...sized(40)];
    const all = client.rowsOf(await list('listings', include), 'listings').map(idOf);
    const shown = new Set(listings.map(idOf));
    const gone = all.filter((one) => !shown.has(one))[of(0, 1)];
    if (gone !== undefined) {
      await read(gone);
      await price(gone, some('gone'));
    }
  }
  if (habits.unchanged === 'kept') {
    const body = some('unchanged');
    await price(id(at), body);
    await price(id(at), body);
    await read(id(at));
    await assign(id(at), strategy(strategies[of(1, 0)]));
    await assign(id(at), strategy(strategies[of(1, 0)]));
  }
  if (habits.rounding !== 1 || habits.crossing !== 'refused') {
    await price(id(at), some('rounded'));
    await price(id(at), bounds(money(5000 + cents('high')), money(2000 + cents('low'))));
    await read(id(at));
  }
  if (habits.none !== 'unset') {
    await price(id(at), bounds(money(0), money(5000 + cents('zero'))));
    await price(id(at), bounds(null, money(5000 + cents('null'))));
    await read(id(at));
  }
  if (habits.idempotency !== 'none') {
    const keyed = { 'Idempotency-Key': of('first-write-1', 'other-write-7') };
    const body = some('keyed');
    await price(id(at), body, keyed);
    await price(id(at), body, keyed);
    await price(id(at), some('keyed again'), keyed);
    if (habits.idempotency === 'required') await price(id(at), body, { 'Idempotency-Key': null });
    await read(id(at));
  }
  if (habits.ifMatch !== 'none' && style.tags !== 'none') {
    const tag = header(await read(id(at)), 'ETag');
    await price(id(at), some('tagged'), { 'If-Match': tag ?? '"1"' });
    await price(id(at), some('stale'), { 'If-Match': tag ?? '"1"' });
    await price(id(at), some('untagged'), { 'If-Match': null });
  }
  if (habits.locked !== undefined) {
    const word = JSON.stringify(wordShown(style, style.states, 2));
    const locked = listings.filter((one) => JSON.stringify(one[name(words.state)]) === word).map(idOf);
    for (const one of of(locked.slice(0, 2), locked.slice(2, 4))) await price(one, some('locked'));
    await assign(of(locked[1], locked[3]) ?? id(at), strategy(strategies[2]));
  }
  if (isVersioned(style)) {
    const stale = { [name('version')]: of(2, 1) };
    await client.write(id(at), 'price', { json: client.wrapped({ ...some('stale version'), ...stale }) });
    await client.write(id(at), 'price', { json: client.wrapped(some('no version')) });
  }
  if (habits.opens) {
    const word = JSON.stringify(wordShown(style, style.states, 1));
    const shut = listings.filter((one) => JSON.stringify(one[name(words.state)]) === word).map(idOf);
    for (const one of of(shut.slice(0, 2), shut.slice(2, 4))) {
      await price(one, some('opens'));
      await read(one);
    }
  }
  if (habits.by !== undefined) await read(id(at));
  if (habits.dryRun !== undefined) {
    const dry = `?${style.parameter(habits.dryRun)}=true`;
    await client.write(id(at), 'price', { json: client.wrapped(some('dry')), query: dry });
    await read(id(at));
    await client.write(id(at), 'price', {
      json: client.wrapped(bounds(money(5100), money(4100))),
      query: dry,
    });
  }
  if (habits.prefer === 'minimal') {
    await price(id(at), some('minimal'), { Prefer: 'return=minimal' });
    await read(id(at));
    await price(id(at), some('representation'), { Prefer: 'return=representation' });
  }
  if (habits.decimals === 'refused') {
    await price(id(at), bounds(client.precise(of(12.3456, 9.8765)), money(6000)));
    await price(id(at), bounds(money(1200), client.precise(of(61.23456, 71.8888))));
  }
  if (habits.strategyNeeds !== 'nothing') {
    for (const place of of([0, 1, 2, 3], [4, 3, 2])) {
      await assign(id(at), strategy(strategies[place]));
      await assign(id(of(17, 18)), strategy(strategies[place]));
    }
    await assign(id(at), strategy(strategies[of(3, 2)]));
    const boundless = listings.filter((one) => client.isUnbounded(one)).map(idOf)[of(0, 1)];
    if (boundless !== undefined) await assign(boundless, strategy(strategies[0]));
  }
  if (habits.widest > 0) {
    await price(id(at), bounds(money(1000 + cents('least')), money(200_000 + cents('most'))));
    await price(id(at), bounds(money(of(1100, 1200)), money(of(2100, 2300))));
  }
  if (habits.strategyCount) await list('strategies', sized(of(6, 7)));
  if (habits.writtenAs === 'operations') {
    const other = { op: of('increase', 'append'), path: `/${name(words.price)}`, value: 1 };
    await client.write(id(at), 'price', { json: [other] });
  }
  if (habits.receipt === 'warnings') {
    const far = 40_000 + cents('far');
    await price(id(at), bounds(money(far), money(far + 3000)));
    await price(id(at), bounds(money(200), money(300)));
  }
}

async function oddRequests(style: Style, api: Api, client: Client, known: Known): Promise<void> {
  const { habits } = style;
  const { list, read, price, bounds, money, sized, write, wrapped } = client;
  const { id } = known;
  const of = chosen(known);
  const one = `/v1/listings/${String(id(of(16, 13)))}`;
  if (habits.media) {
    const text = JSON.stringify(wrapped(bounds(money(1500), money(2500))));
    await write(id(of(16, 13)), 'price', { text, headers: { 'Content-Type': of('text/plain', 'text/csv') } });
    await write(id(of(16, 13)), 'price', { text, headers: { 'Content-Type': 'application/xml' } });
  }
  if (habits.accept) {
    await list('listings', sized(of(3, 5)), { headers: { Accept: 'application/xml' } });
    await read(id(of(16, 13)), { headers: { Accept: of('text/html', 'application/xml') } });
  }
  if (habits.method !== 'not found') {
    await api.ask(of('PUT', 'DELETE'), one);
    await api.ask('DELETE', `${one}/price`);
    await api.ask('POST', of('/v1/listings', '/v1/strategies'), { json: { title: 'Kettle' } });
  }
  if (habits.route !== 'usual') await api.ask('GET', of('/v1/brands', '/v1/sellers'));
  if (habits.language === 'two') {
    const german = { headers: { 'Accept-Language': 'de' } };
    await read(strangeId(style, 'listing', of(20, 21)), german);
    await list('listings', sized(0), german);
    await list('strategies', sized(of(0, -1)), german);
    await price(id(of(16, 13)), bounds(of('cheap', 'dear'), money(2500)), german.headers);
    await price(id(of(16, 13)), bounds(money(5100), money(of(4100, 4200))), german.headers);
  }
  if (style.limit !== 'none' && habits.limitScope !== 'all') {
    api.wait(4000);
    for (let sent = 0; sent < style.limitSize + 2; sent += 1) {
      await list(of('listings', 'reports'), sized(1), { atOnce: true });
    }
    await list('strategies', sized(1), { atOnce: true });
    api.wait(3000);
  }
}
