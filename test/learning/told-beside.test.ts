// What a shop for rugs taught: users and strategies that answers show once more beside what names them, counts that are asked for,
// texts of amounts beside the amounts, amounts of which zero is none, and strategies named by texts that are places of others, too.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const read = (id: number) => `GET /v1/listings/${id}`;
const price = (id: number) => `PATCH /v1/listings/${id}/price`;
const follow = (id: number) => `PATCH /v1/listings/${id}/strategy`;

const users = [
  { id: 4, name: 'Ada Weaver', email: 'ada@rugs.example', active: true },
  { id: 9, name: 'Kim Knotter', email: 'kim@rugs.example', active: true },
  { id: 13, name: 'Ira Loom', email: 'ira@rugs.example', active: false },
];
const plans = ['Match', 'Undercut', 'Margin', 'Clearance'].map((name, at) => ({
  id: at + 1,
  name,
  percent: at * 4,
}));
type Plan = (typeof plans)[number];

const rug = (at: number, plan: Plan | null) => ({
  id: 301 + at * 7,
  title: `Rug ${'HBFADCIEGKJM'[at]!}`,
  user: { id: users[(at * 2) % 3]!.id, name: users[(at * 2) % 3]!.name },
  strategy_id: plan === null ? null : plan.id,
  strategy_name: plan === null ? null : plan.name,
});
type Rug = ReturnType<typeof rug>;
const rugs = Array.from({ length: 12 }, (_, at) =>
  rug(at, at > 2 && at % 2 === 1 ? plans[(at * 3) % 4]! : null),
);

/** What records refer to, by its number. */
function related(shown: readonly Rug[]) {
  const named = plans.filter(({ id }) => shown.some(({ strategy_id: own }) => own === id));
  return {
    user: Object.fromEntries(
      users.filter(({ id }) => shown.some(({ user }) => user.id === id)).map((user) => [user.id, user]),
    ),
    ...(named.length > 0 && {
      strategy: Object.fromEntries(named.map(({ id, name }) => [id, { id, name }])),
    }),
  };
}
const rugPage = (
  size: number,
  start: number,
  filter = '',
  picks: (one: Rug) => boolean = () => true,
): Said => {
  const found = rugs.filter(picks);
  const shown = found.slice(start, start + size);
  return {
    asked: `GET /v1/listings?${filter}limit=${size}${start === 0 ? '' : `&start=${start}`}`,
    told: {
      data: shown,
      paging: { start, limit: size, more: start + size < found.length },
      ...(shown.length > 0 && { related: related(shown) }),
    },
  };
};
const alone = (one: Rug): Said => ({ asked: read(one.id), told: { data: one, related: related([one]) } });
const assign = (at: number, plan: Plan | null): Said => ({
  asked: follow(rugs[at]!.id),
  sent: { strategy_id: plan === null ? null : plan.id },
  told: { data: rug(at, plan), related: related([rug(at, plan)]) },
});

test('what records name is shown beside them in each answer, each once by its number', async () => {
  const byUser = (id: number) => rugPage(5, 0, `user_id=${id}&`, ({ user }) => user.id === id);
  const ask = learnedFrom([
    rugPage(5, 0),
    rugPage(5, 5),
    rugPage(5, 10),
    rugPage(8, 0),
    rugPage(3, 0),
    byUser(9),
    { asked: 'GET /v1/strategies', told: { data: plans } },
    ...[0, 1, 3, 5].map((at) => alone(rugs[at]!)),
    assign(0, plans[1]!),
    alone(rug(0, plans[1]!)),
    assign(3, null),
    alone(rug(3, null)),
    assign(5, plans[2]!),
  ]);
  for (const { asked, told } of [
    rugPage(4, 0),
    rugPage(1, 1),
    rugPage(2, 6),
    rugPage(12, 0),
    byUser(4),
    byUser(13),
    ...[2, 7, 11].map((at) => alone(rugs[at]!)),
  ])
    expect(await ask(asked)).toEqual([200, told]);
  for (const [at, plan] of [
    [2, plans[0]!],
    [4, plans[3]!],
    [7, null],
  ] as const) {
    const { asked, sent, told } = assign(at, plan);
    expect(await ask(asked, sent)).toEqual([200, told]);
    expect(await ask(read(rugs[at]!.id))).toEqual([200, told]);
  }
});

const people = users.map(({ id, name, email }) => ({ id, name, email }));
const owned = rugs.map(({ id, title }, at) => ({
  id,
  title,
  user_id: at === 2 || at > 8 ? null : people[(at * 2) % 3]!.id,
}));

test('what records name is shown in a list beside them in the order of ids, where that is asked for', async () => {
  const ownedPage = (size: number, page: number, include: boolean): Said => {
    const shown = owned.slice((page - 1) * size, page * size);
    const named = people.filter(({ id }) => shown.some(({ user_id: own }) => own === id));
    return {
      asked: `GET /v1/listings?size=${size}&page=${page}${include ? '&include=users' : ''}`,
      told: { rugs: shown, ...(include && { users: named }), total: owned.length },
    };
  };
  const ask = learnedFrom([
    ownedPage(5, 1, false),
    ownedPage(5, 2, false),
    ownedPage(5, 3, false),
    ownedPage(2, 1, true),
    ownedPage(5, 2, true),
    ownedPage(3, 4, true),
    ownedPage(4, 1, true),
  ]);
  for (const [size, page] of [
    [1, 1],
    [2, 3],
    [4, 2],
    [1, 3],
    [6, 1],
    [9, 2],
  ] as const)
    for (const include of [true, false]) {
      const { asked, told } = ownedPage(size, page, include);
      expect(await ask(asked)).toEqual([200, told]);
    }
});

test('how many listings name a strategy is told where that is asked for, and follows what is written', async () => {
  const named = rugs.map(({ id, title }, at) => ({
    id,
    title,
    plan: [1, 2, 1, 4, null, 1, 2, 4, 1, null, 2, 1][at]!,
  }));
  const listed = (all: readonly { readonly plan: number | null }[], isCounted: boolean): Said => ({
    asked: `GET /v1/strategies${isCounted ? '?include_count=true' : ''}`,
    told: {
      plans: plans.map(({ id, name, percent }) => ({
        id,
        name,
        ...(isCounted && { count: all.filter(({ plan }) => plan === id).length }),
        percent,
      })),
    },
  });
  const moved = (at: number, plan: number | null): Said => ({
    asked: follow(named[at]!.id),
    sent: { plan },
    told: { ...named[at]!, plan },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rugs: named } },
    listed(named, false),
    listed(named, true),
    moved(4, 2),
    moved(0, 4),
    moved(9, null),
  ]);
  const { asked, sent, told } = moved(5, 3);
  expect(await ask(asked, sent)).toEqual([200, told]);
  const after = named.map((one, at) => (at === 5 ? { ...one, plan: 3 } : one));
  for (const isCounted of [true, false])
    expect(await ask(listed(after, isCounted).asked)).toEqual([200, listed(after, isCounted).told]);
});

test('a text of an amount with its unit follows what is sent, and is null where there is no amount', async () => {
  const euros = (amount: number | null) =>
    amount === null
      ? null
      : `€${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
  const bounded = (at: number, min: number | null, max: number | null) => ({
    id: rugs[at]!.id,
    title: rugs[at]!.title,
    min,
    max,
    min_text: euros(min),
    max_text: euros(max),
  });
  const all = rugs.map((_, at) =>
    bounded(at, at % 5 === 4 ? null : 12 + at * 3.5, at % 4 === 3 ? null : 1_500 + at * 12.25),
  );
  const write = (at: number, sent: { readonly min?: number | null; readonly max?: number | null }): Said => {
    const { min, max } = { ...all[at]!, ...sent };
    return { asked: price(all[at]!.id), sent, told: { rug: bounded(at, min, max) } };
  };
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { rugs: all } },
    write(0, { min: 12, max: 1_500.5 }),
    write(1, { min: 14.5 }),
    write(4, { max: 149 }),
    write(2, { min: null }),
    { asked: read(all[2]!.id), told: { rug: bounded(2, null, all[2]!.max) } },
  ]);
  for (const [at, change] of [
    [5, { max: null }],
    [6, { min: null }],
    [8, { min: 3.25, max: 21_310.4 }],
    [9, { max: 9 }],
    [10, { min: null, max: null }],
  ] as const) {
    const { asked, sent, told } = write(at, change);
    expect(await ask(asked, sent)).toEqual([200, told]);
    expect(await ask(read(all[at]!.id))).toEqual([200, told]);
  }
});

const none = '0.000000';
const sixDecimals = (amount: number | string | null) => Number(amount ?? 0).toFixed(6);

test('null takes an amount away that is a text of zero then, and a bound that was not sent stays', async () => {
  const all = rugs.map(({ id, title }, at) => ({
    id,
    title,
    min: at % 5 === 4 ? none : sixDecimals(12 + at * 3.5),
    max: at % 4 === 3 ? none : sixDecimals(150 + at * 12.25),
    changed: `2026-02-${10 + at} 08:0${at % 10}:00`,
  }));
  type Sent = Readonly<Record<'min' | 'max', number | string | null>>;
  const written = (at: number, sent: Partial<Sent>) => ({
    ...all[at]!,
    ...(sent.min !== undefined && { min: sixDecimals(sent.min) }),
    ...(sent.max !== undefined && { max: sixDecimals(sent.max) }),
  });
  const write = (at: number, sent: Partial<Sent>): Said => ({
    asked: price(all[at]!.id),
    sent: { listing: { id: all[at]!.id, ...sent } },
    told: { listing: written(at, sent) },
  });
  const again = (at: number, sent: Partial<Sent>): Said => ({
    asked: read(all[at]!.id),
    told: { listing: written(at, sent) },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings?display=full', told: { listings: all } },
    { asked: read(all[0]!.id), told: { listing: all[0]! } },
    write(0, { min: '12.90', max: '149.00' }),
    again(0, { min: '12.90', max: '149.00' }),
    write(4, { min: 9.5 }),
    write(1, { max: null }),
    write(2, { max: 140 }),
    again(1, { max: null }),
    {
      asked: 'GET /v1/listings?display=[id,title]',
      told: { listings: all.map(({ id, title }) => ({ id, title })) },
    },
  ]);
  for (const [at, change] of [
    [5, { max: null }],
    [6, { min: null }],
    [8, { min: '3.2', max: 310.4 }],
    [9, { max: '75.50' }],
    [10, { min: 4 }],
  ] as const) {
    const { asked, sent, told } = write(at, change);
    expect(await ask(asked, sent)).toEqual([200, told]);
    expect(await ask(read(all[at]!.id))).toEqual([200, told]);
  }
});

test('a strategy is named by its id as a text, though another one has that text as its place', async () => {
  const names = (first: string, second: string) => [
    { id: '1', value: first },
    { id: '2', value: second },
  ];
  const spoken = plans.map(({ id, name }, at) => ({
    id,
    position: String(at),
    name: names(name, `Le ${name}`),
  }));
  const followed = (at: number, strategy: string) => ({
    id: rugs[at]!.id,
    strategy,
    price: sixDecimals(20 + at),
    name: names(rugs[at]!.title, `Tapis ${at}`),
  });
  const all = rugs.map((_, at) => followed(at, at % 3 === 1 ? String(1 + (at % 4)) : '0'));
  const assigned = (at: number, strategy: string | number): Said => ({
    asked: follow(all[at]!.id),
    sent: { listing: { id: all[at]!.id, strategy } },
    told: { listing: followed(at, String(strategy)) },
  });
  const again = (at: number, strategy: string): Said => ({
    asked: read(all[at]!.id),
    told: { listing: followed(at, strategy) },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { listings: all } },
    { asked: 'GET /v1/strategies', told: { strategies: spoken } },
    assigned(0, 2),
    again(0, '2'),
    assigned(1, '0'),
    assigned(2, '4'),
  ]);
  for (const [at, strategy] of [
    [3, 3],
    [5, '3'],
    [4, '0'],
    [6, 1],
    [8, '2'],
  ] as const) {
    const { asked, sent, told } = assigned(at, strategy);
    expect(await ask(asked, sent)).toEqual([200, told]);
    expect(await ask(read(all[at]!.id))).toEqual([200, told]);
  }
});
