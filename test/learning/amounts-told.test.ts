// What a shop for anvils taught that sells for dollars and for euros: bounds are whole cents, and refusals tell where they end in
// the larger unit.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const price = (id: string) => `PATCH /v1/listings/${id}/price`;

const anvils = Array.from({ length: 12 }, (_, at) => ({
  id: `anv_${'HBFADCIEGKJM'[at]!}${7_001 + at * 13}`,
  title: `Anvil of ${12 + at * 3} pounds`,
  currency: at % 3 === 2 ? 'eur' : 'usd',
  floor: at % 4 === 1 ? null : 1_475 + ((at * 1_637) % 5_003),
  ceiling: 19_975 + ((at * 2_641) % 7_001),
}));
type Anvil = (typeof anvils)[number];
type Bounds = Partial<Pick<Anvil, 'floor' | 'ceiling'>>;

const write = (at: number, bounds: Bounds): Said => ({
  asked: price(anvils[at]!.id),
  sent: bounds,
  told: { ...anvils[at]!, ...bounds },
});
const refused = (at: number, bounds: Bounds, message: string): Said => ({
  asked: price(anvils[at]!.id),
  sent: bounds,
  status: 400,
  told: { error: { param: Object.keys(bounds)[0], message } },
});
const [tooSmall, tooLarge] = ['Amount must be at least €0.50 eur', 'Amount must be no more than €50,000.00'];

test('an amount is refused below and above what refusals tell in the larger unit, whatever was the smallest taken', async () => {
  const ask = learnedFrom([
    { asked: 'GET /v1/listings', told: { anvils } },
    write(0, { floor: 475, ceiling: 24_990 }),
    write(1, { floor: 1_250 }),
    write(3, { ceiling: 31_500 }),
    write(4, { floor: 915, ceiling: 48_015 }),
    refused(2, { floor: 20 }, tooSmall),
    refused(5, { ceiling: 7_500_000 }, tooLarge),
  ]);
  for (const { asked, sent, told } of [
    refused(2, { floor: 40 }, tooSmall),
    refused(6, { floor: 40 }, tooSmall),
    refused(8, { floor: 40 }, tooSmall),
    refused(6, { ceiling: 5_000_100 }, tooLarge),
    refused(8, { ceiling: 5_000_100 }, tooLarge),
    refused(11, { ceiling: 9_000_000 }, tooLarge),
  ])
    expect(await ask(asked, sent)).toEqual([400, told]);
  for (const { asked, sent, told } of [
    write(5, { floor: 60 }),
    write(8, { floor: 60, ceiling: 15_608 }),
    write(11, { ceiling: 4_999_999 }),
    write(6, { floor: 60 }),
    write(7, { ceiling: 15_608 }),
    write(9, { ceiling: 4_999_999 }),
  ])
    expect(await ask(asked, sent)).toEqual([200, told]);
});
