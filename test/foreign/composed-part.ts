// A short session with a composed service, as most recordings are: the first page of each list, a few reads and two writes. No
// list is walked to its end.
import { clientOf } from './composed-client.ts';
import { composedService } from './composed.ts';
import { drawStyle } from './composed-style.ts';
import type { ForeignService } from './contract.ts';

export function composedInPart(seed: number): ForeignService {
  const style = drawStyle(seed);
  return {
    ...composedService(seed),
    name: `composed-${seed}-in-part`,
    session: async (api) => {
      const client = clientOf(style, api);
      const { list, rowsOf, idOf, read, price, assign, bounds, money, sized, strategy, sorted, holding } =
        client;
      const strategies = rowsOf(await list('strategies', []), 'strategies').map(idOf);
      const [first, second, third, fourth] = rowsOf(await list('listings', []), 'listings').map(idOf);
      await list('reports', sized(2));
      await list('listings', sized(7));
      if (style.sort !== 'none') await list('listings', [...sorted(style.words.price, false), ...sized(5)]);
      if (holding('lamp').length > 0) await list('listings', [...holding('lamp'), ...sized(3)]);
      await read(first);
      await read(fourth);
      await price(second, bounds(money(1400), money(8800)));
      await read(second);
      await assign(third, strategy(strategies[1]));
      await read(third);
      await list('listings', []);
      await list('listings', sized(9));
    },
  };
}
