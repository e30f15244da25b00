// Lists that show the records of one state where no state is asked for, whatever else may say no state or say it in other letters.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const states = ['Open', 'Open', 'Shut', 'Open', 'Paused'];
const goods = Array.from({ length: 40 }, (_, at) => ({
  id: 700 + at,
  name: `${['oak', 'ash', 'elm'][at % 3]!} board ${at}`,
  state: states[at % states.length]!,
  cost: 10 + ((at * 37) % 80),
}));
type Goods = (typeof goods)[number];

/** A page of ten, as a query asks for it; `state` says none, where it is left out or stands in `none`. */
const listOf =
  (none: readonly string[]) =>
  (query = ''): Said => {
    const asked = new URLSearchParams(query);
    const state = asked.get('state');
    const from = Number(asked.get('from') ?? 0);
    const isPicked = (one: Goods) => {
      const isOfState =
        state === null || none.includes(state)
          ? one.state === 'Open'
          : state === 'any' || one.state.toLowerCase() === state.toLowerCase();
      const least = Number(asked.get('costFrom') ?? 0);
      return isOfState && one.name.includes(asked.get('q') ?? '') && one.cost >= least;
    };
    const found = goods.filter(isPicked);
    return {
      asked: `GET /v1/listings${query === '' ? '' : `?${query}`}`,
      told: { total: found.length, from, rows: found.slice(from, from + 10) },
    };
  };

const recorded = ['', 'from=10', 'from=20', 'state=any', 'state=any&from=10', 'state=any&from=20'];
const alsoRecorded = ['state=any&from=30', 'q=oak', 'costFrom=60', 'q=ash&costFrom=40'];

test('a list shows one state where none is said, be it by an empty value', async () => {
  const list = listOf(['']);
  const ask = learnedFrom(
    [...recorded, ...alsoRecorded, 'state=Shut', 'state=Open', 'state='].map((query) => list(query)),
  );
  for (const query of ['state=Paused', 'q=elm', 'costFrom=35', 'state=&from=10', 'state=any&q=elm']) {
    const { asked, told } = list(query);
    expect(await ask(asked)).toEqual([200, told]);
  }
});

test('a list shows one state where none is said, though states are asked for in other letters', async () => {
  const list = listOf([]);
  const ask = learnedFrom(
    [...recorded, ...alsoRecorded, 'state=SHUT', 'state=OPEN'].map((query) => list(query)),
  );
  for (const query of ['state=PAUSED', 'q=elm', 'costFrom=35', 'state=OPEN&from=10', 'state=any&q=elm']) {
    const { asked, told } = list(query);
    expect(await ask(asked)).toEqual([200, told]);
  }
});
