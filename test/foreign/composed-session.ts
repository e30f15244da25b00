// The program of a composed service's user. It goes by the documentation of the service, which is its style, and by what the
// answers say; which records, prices and mistakes it takes is drawn from the seed.
import type { Api } from './contract.ts';
import { header } from './kit.ts';
import { chance } from './materials.ts';
import { clientOf } from './composed-client.ts';
import type { Client, Parameters } from './composed-client.ts';
import { oddAsks } from './composed-odd-asks.ts';
import { strangeId } from './composed-records.ts';
import type { Style } from './composed-style.ts';

export async function session(style: Style, api: Api, which: 'recorded' | 'another'): Promise<void> {
  const client = clientOf(style, api);
  await (which === 'recorded' ? recorded(style, api, client) : another(style, api, client));
}

/** Different places below a number, in an order that looks random: the sessions take them from one end and from the other. */
function placesIn(style: Style, below: number): readonly number[] {
  const keyed = Array.from({ length: below }, (_, place) => ({
    place,
    key: chance(`composed ${style.seed} place ${place}`, 1_000_000),
  }));
  return keyed.sort((a, b) => a.key - b.key).map(({ place }) => place);
}

/** The page after the first few records, where a page can be named. */
const positioned = (style: Style, at: number): Parameters =>
  style.position === 'cursor' || style.position === 'after id'
    ? []
    : [[style.parameter(style.positionName), at]];

async function recorded(style: Style, api: Api, client: Client): Promise<void> {
  const { sized, rowsOf, idOf, fileOf, walk, list, read, write, price, assign } = client;
  const { bounds, money, wrong, swapped, strategy } = client;
  const { state, between, ofStrategy, holding, sorted } = client;
  const cents = (what: string, from: number, to: number) =>
    from + chance(`composed ${style.seed} ${what}`, to - from);
  const { words, parameter } = style;

  const listings = await walk('listings');
  const half = Math.ceil(listings.length / 2);
  const strategies = (await walk('strategies')).map(idOf);
  const places = placesIn(style, listings.length);
  const id = (number: number) => idOf(listings[places[number]!]);
  await walk('listings', sized(half));
  await walk('listings', sized(half + 9));
  await walk('strategies', sized(3));
  await walk('reports');
  await walk('reports', sized(4));
  const finds = [
    state(1),
    [...state(0), ...sized(40)],
    [...state(1, 2), ...sized(33)],
    ofStrategy(strategies[0]),
    ofStrategy(strategies[2]),
    holding('lamp'),
    [...holding('Velmora'), ...sized(9)],
    between(50, 120),
    between(90),
  ];
  for (const find of finds) if (find.length > 0) await list('listings', find);
  for (const [member, isDown] of [
    [words.price, false],
    [words.price, true],
    [words.title, false],
  ] as const) {
    if (style.sort !== 'none') await list('listings', [...sorted(member, isDown), ...sized(8)]);
  }
  if (positioned(style, 1).length > 0) {
    await list('listings', [...positioned(style, 2), ...sized(7)]);
    await list('listings', positioned(style, 80));
  }
  for (const number of [0, 1, 2, 3, 4, 5]) await read(id(number));
  if (style.tags !== 'none') {
    const tag = header(await read(id(6)), 'ETag')!;
    await read(id(6), { headers: { 'If-None-Match': tag } });
    await read(id(6), { headers: { 'If-None-Match': '"0000"' } });
  }
  if (style.tags === 'all') {
    const tag = header(await list('strategies', sized(5)), 'ETag')!;
    await list('strategies', sized(5), { headers: { 'If-None-Match': tag } });
  }

  for (const number of [0, 1, 2, 7, 8]) {
    const min = cents(`min ${number}`, 160, 9_000);
    await price(id(number), bounds(money(min), money(min + cents(`range ${number}`, 200, 15_000))));
    if (number < 8) await read(id(number));
    api.wait(2000);
  }
  await price(id(3), bounds(undefined, money(cents('only max', 18_000, 30_000))));
  await price(id(4), bounds(money(cents('only min', 120, 300))));
  await assign(id(1), strategy(strategies[1]));
  await read(id(1));
  await assign(id(3), strategy(strategies[3]));
  await read(id(3));
  await assign(id(7), strategy(strategies[0]));
  await assign(id(9), strategy(null));
  await read(id(9));
  await list('listings', sized(half + 3));
  await list('reports', sized(2));

  const low = cents('crossed', 300, 900);
  await price(id(10), bounds(money(5000 + low), money(4000)));
  await price(id(11), bounds(money(low + 250), money(low)));
  await price(id(10), bounds(undefined, money(2000)));
  await price(id(10), bounds(money(1000)));
  await price(id(10), {});
  await price(id(12), bounds(null, money(2100)));
  await price(id(10), bounds('cheap', money(2200)));
  await price(id(10), bounds(wrong('low'), wrong('high')));
  await price(id(10), bounds(money(1000), wrong(true)));
  await price(id(13), bounds(swapped(1250), money(3000)));
  await price(id(10), bounds(money(-300), money(2300)));
  await price(id(10), bounds(money(0), money(0)));
  await price(id(10), bounds(money(1100), money(7_500_000)));
  await price(id(14), { ...bounds(money(1200), money(2400)), [style.name('note')]: 'sale' });
  await write(id(10), 'price', { text: '{"price": ' });
  await write(id(10), 'price', { json: [] });
  await read(strangeId(style, 'listing', 1));
  await read(strangeId(style, 'listing', 2));
  await read('lamp');
  await price(strangeId(style, 'listing', 3), bounds(money(1000), money(2000)));
  await price('kettle', bounds(money(1000), money(2000)));
  await assign(strangeId(style, 'listing', 4), strategy(strategies[0]));
  const strange = style.strategyIds === 'slug' ? 'no-such-rule' : strangeId(style, 'strategy', 1);
  const isNumber = typeof strategies[0] === 'number';
  await assign(id(10), strategy(isNumber ? Number(strange) : strange));
  await assign(id(11), strategy(isNumber ? 99_123 : 'aggressive'));
  await assign(id(10), strategy(isNumber ? 'bold' : 17));
  await assign(id(10), {});
  await list('listings', sized(0));
  await list('listings', [[parameter(style.sizeName), 'many']]);
  await list('listings', sized(style.largest + 1));
  await list('reports', sized(0));
  await list('listings', [[parameter(style.positionName), 'nowhere']]);
  await list('listings', [['colour', 'red'], ...sized(3)]);
  await list('listings', [[parameter(words.state), 'unheard'], ...sized(5)]);
  if (style.sort !== 'none') await list('listings', [...sorted('colour', false), ...sized(4)]);
  await api.ask('GET', '/v1/offers');
  await list('listings', sized(2), { headers: { 'x-api-key': null } });
  await list('reports', sized(3), { headers: { 'x-api-key': 'composed-0000' } });
  await price(id(10), bounds('cheap', money(3100)));
  await oddAsks(style, api, client, { which: 'recorded', listings, id, strategies });

  if (style.limit !== 'none') {
    api.wait(4000);
    for (let sent = 0, over = 0; sent < 20 && over < 2; sent += 1) {
      const { status } = await list('strategies', sized(1), { atOnce: true });
      if (status === style.habits.limitStatus) over += 1;
    }
    api.wait(2500);
    await list('strategies', sized(1));
  }
  api.wait(1_200_000);
  const last = await api.ask('GET', '/v1/reports');
  const url = fileOf(rowsOf(last, 'reports')[0]);
  if (url !== undefined) await api.ask('GET', url);
}

async function another(style: Style, api: Api, client: Client): Promise<void> {
  const { sized, rowsOf, idOf, fileOf, walk, list, read, write, price, assign } = client;
  const { bounds, money, wrong, swapped, strategy } = client;
  const { state, between, ofStrategy, holding, sorted } = client;
  const cents = (what: string, from: number, to: number) =>
    from + chance(`composed ${style.seed} another ${what}`, to - from);
  const { words, parameter } = style;

  const listings = await walk('listings', sized(16));
  const strategies = (await walk('strategies', sized(4))).map(idOf);
  const places = placesIn(style, listings.length).toReversed();
  const id = (number: number) => idOf(listings[places[number]!]);
  await walk('reports', sized(5));
  const finds = [
    [...state(2), ...sized(21)],
    [...state(0, 2), ...sized(29)],
    ofStrategy(strategies[1]),
    [...holding('Classic'), ...sized(30)],
    between(30, 80),
    between(undefined, 60),
  ];
  for (const find of finds) if (find.length > 0) await list('listings', find);
  if (style.sort !== 'none') {
    await list('listings', [...sorted(words.title, true), ...sized(10)]);
    await list('listings', [...sorted(words.price, false), ...sized(11)]);
  }
  if (positioned(style, 1).length > 0) {
    await list('listings', [...positioned(style, 3), ...sized(5)]);
    await list('listings', [...positioned(style, 60), ...sized(6)]);
  }
  for (const number of [0, 1, 2, 3]) await read(id(number));
  if (style.tags !== 'none') {
    const tag = header(await read(id(4)), 'ETag');
    await read(id(4), { headers: { 'If-None-Match': tag ?? '"1111"' } });
  }
  for (const number of [0, 5, 6]) {
    const min = cents(`min ${number}`, 170, 8_000);
    await price(id(number), bounds(money(min), money(min + cents(`range ${number}`, 300, 12_000))));
    await read(id(number));
    api.wait(3000);
  }
  await price(id(7), bounds(undefined, money(cents('only max', 16_000, 26_000))));
  await assign(id(0), strategy(strategies[2]));
  await read(id(0));
  await assign(id(8), strategy(strategies[4]));
  await assign(id(5), strategy(null));
  await list('listings', sized(Math.ceil(listings.length / 2) + 6));

  const low = cents('crossed', 300, 900);
  await price(id(9), bounds(money(low + 4100), money(low + 1200)));
  await price(id(9), bounds(undefined, money(low + 1300)));
  await price(id(9), bounds(money(low + 70), null));
  await price(id(9), bounds('dear', money(2500)));
  await price(id(9), bounds(wrong('much'), wrong('more')));
  await price(id(10), bounds(money(900), swapped(3650)));
  await price(id(9), bounds(money(-1250), money(2600)));
  await price(id(9), bounds(money(1300), money(8_200_000)));
  await price(id(9), { ...bounds(money(1400), money(2700)), [style.name('reason')]: 'end of season' });
  await write(id(9), 'price', { text: '{"bounds": [' });
  await read(strangeId(style, 'listing', 11));
  await read('rucksack');
  await price(strangeId(style, 'listing', 12), bounds(money(1500), money(2800)));
  await assign(strangeId(style, 'listing', 13), strategy(strategies[1]));
  const strange = style.strategyIds === 'slug' ? 'not-a-rule' : strangeId(style, 'strategy', 11);
  const isNumber = typeof strategies[0] === 'number';
  await assign(id(9), strategy(isNumber ? Number(strange) : strange));
  await assign(id(9), strategy(isNumber ? 'gentle' : 44));
  await list('listings', sized(-3));
  await list('listings', [[parameter(style.sizeName), 'some']]);
  await list('listings', sized(style.largest + 60));
  await list('listings', [['flavour', 'sweet'], ...sized(4)]);
  await list('listings', [[parameter(words.state), 'unknown'], ...sized(6)]);
  if (style.sort !== 'none') await list('listings', [...sorted('flavour', true), ...sized(3)]);
  await api.ask('GET', '/v1/orders');
  await list('strategies', sized(2), { headers: { 'x-api-key': null } });
  await list('listings', sized(6), { headers: { 'x-api-key': 'composed-1111' } });
  await oddAsks(style, api, client, { which: 'another', listings, id, strategies });
  // Of a kind that was not recorded.
  await price(id(11), bounds([1], money(2900)));
  await api.ask('DELETE', `/v1/listings/${String(id(11))}`);
  api.wait(900_000);
  const last = await list('reports', sized(6));
  const url = fileOf(rowsOf(last, 'reports')[1]);
  if (url !== undefined) await api.ask('GET', url);
}
