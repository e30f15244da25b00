// What a shop for music boxes taught: strategies that are off by a number, what an archived listing refuses whatever else was never
// seen, and that a listing has ended, which is told of all of its writes.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const price = (id: string | number) => `PATCH /v1/listings/${id}/price`;
const strategy = (id: string | number) => `PATCH /v1/listings/${id}/strategy`;

const tunes = Array.from({ length: 9 }, (_, at) => ({
  id: 5_210 + at * 17,
  title: `Tune ${'HBFADCIEG'[at]!}`,
  low: 11 + ((at * 7) % 9),
  cap: 40 + ((at * 5) % 13),
  plan: null as number | null,
}));
const plans = ['Calm', 'Brisk', 'Grand', 'Idle', 'Late'].map((name, at) => ({
  id: 11 + at + Math.floor(at / 2),
  name: `${name} plan`,
  step: 2 + ((at * 3) % 5),
  status: at === 3 ? 0 : 1,
}));

test('a strategy whose state is 0, where others have 1, is refused as the one was that is not active', async () => {
  const taken = (at: number, plan: number): Said => ({
    asked: strategy(tunes[at]!.id),
    sent: { plan: plans[plan]!.id },
    told: { ...tunes[at]!, plan: plans[plan]!.id },
  });
  const refused = (at: number): Said => ({
    ...taken(at, 3),
    status: 400,
    told: { messages: [`strategy ${plans[3]!.id} is not active`] },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { tunes } },
    { asked: 'GET /v1/strategies', told: { plans } },
    taken(0, 0),
    taken(2, 1),
    refused(1),
  ]);
  for (const { asked, sent, told } of [refused(4), refused(7)])
    expect(await ask(asked, sent)).toEqual([400, told]);
  for (const { asked, sent, told } of [taken(4, 2), taken(7, 4)])
    expect(await ask(asked, sent)).toEqual([200, told]);
});

const coins = ['GBP', 'USD', 'GBP', 'USD', 'EUR', 'GBP', 'USD', 'GBP', 'EUR', 'USD'];
const money = (amount: number, currency: string) => ({ amount: String(amount), currency });
const combs = coins.map((currency, at) => ({
  id: `comb_${'wqzkxvrtpn'[at]!}${31 + at * 5}`,
  title: `Comb ${at + 1}`,
  status: at === 3 || at === 8 || at === 9 ? 'archived' : 'active',
  price: money(2_450 + ((at * 731) % 1_900), currency),
  floor: at % 4 === 2 ? null : money(1_450 + ((at * 331) % 700), currency),
}));

test.each([
  ['one that its own listing has', combs],
  ['one that no listing shows', combs.map(({ id, title, status }) => ({ id, title, status, floor: null }))],
] as const)(
  'an archived listing is refused for that, though the currency was never sent: %s',
  async (_, rows) => {
    const taken = (at: number, amount: number): Said => {
      const sent = { floor: money(amount, coins[at]!) };
      return { asked: price(rows[at]!.id), sent, told: { ...rows[at]!, ...sent } };
    };
    const refused = (at: number, amount: number): Said => ({
      ...taken(at, amount),
      status: 400,
      told: { code: 'entity_archived', detail: `Cannot modify entity ${rows[at]!.id} while archived.` },
    });
    const ask = learnedFrom([
      { asked: 'GET /v1/listings', told: { combs: rows } },
      taken(0, 1_990),
      taken(2, 2_040),
      taken(5, 1_875),
      refused(3, 1_960),
    ]);
    for (const { asked, sent, told } of [refused(9, 1_930), refused(8, 2_015)])
      expect(await ask(asked, sent)).toEqual([400, told]);
    for (const { asked, sent, told } of [taken(1, 1_960), taken(6, 1_935)])
      expect(await ask(asked, sent)).toEqual([200, told]);
  },
);

const reeds = Array.from({ length: 10 }, (_, at) => ({
  id: `reed-${701 + at * 7}`,
  title: `Reed ${'HBFADCIEGK'[at]!}`,
  state: at % 4 === 3 ? 'ended' : at % 4 === 2 ? 'paused' : 'live',
  low_cents: 1_100 + ((at * 731) % 900),
  plan: null as string | null,
}));
const keeps = ['Hold', 'Beat', 'Match'].map((name, at) => ({ id: `keep-${12 + at * 5}`, name }));

test('that a listing has ended is told of a strategy for it, too, though of its bounds alone it was seen', async () => {
  const bounded = (at: number, low_cents: number): Said => ({
    asked: price(reeds[at]!.id),
    sent: { low_cents },
    told: { ...reeds[at]!, low_cents },
  });
  const assigned = (at: number, keep: number): Said => ({
    asked: strategy(reeds[at]!.id),
    sent: { plan: keeps[keep]!.id },
    told: { ...reeds[at]!, plan: keeps[keep]!.id },
  });
  const ended = (at: number, one: Said): Said => ({
    ...one,
    status: 409,
    told: { error: { message: `listing "${reeds[at]!.id}" has ended` } },
  });
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { reeds } },
    { asked: 'GET /v1/strategies', told: { keeps } },
    bounded(0, 1_240),
    bounded(2, 1_315),
    assigned(1, 0),
    assigned(4, 1),
    ended(3, bounded(3, 1_260)),
  ]);
  for (const { asked, sent, told } of [ended(7, bounded(7, 1_280)), ended(7, assigned(7, 1))])
    expect(await ask(asked, sent)).toEqual([409, told]);
  for (const { asked, sent, told } of [bounded(6, 1_280), assigned(5, 2)])
    expect(await ask(asked, sent)).toEqual([200, told]);
});
