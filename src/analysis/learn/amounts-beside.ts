// The amounts of a listing that its bounds may not be beyond, such as what it cost, or its price, as refusals tell them.
import { leavesOf } from '../../dialect/known-facts.ts';
import { wordsInName } from '../../dialect/name-words.ts';
import type { AmountRange } from '../../dialect/profile-form.ts';
import { worthOf } from '../../dialect/template-filters.ts';
import { textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { lastSegment } from '../../http/parse-url.ts';
import { stepsOf, valueAt } from '../../http/pointer.ts';
import { toldBy } from '../exchanges.ts';
import type { Exchange } from '../exchanges.ts';
import { byFrequency } from '../groups.ts';
import { recordOf } from './errors/record-states.ts';
import { tellName, wordsOf } from './errors/told-names.ts';
import type { States } from './records/states.ts';
import { numbersIn } from './told-numbers.ts';
import { boundPlace } from './writes/sent-bounds.ts';
import type { LearnedWrite } from './writes/learn-writes.ts';

/** A request for other bounds, and the listing as it was then. */
interface Asked {
  readonly by: Exchange;
  readonly record: Json;
}

/** A way in which an amount of a listing limits bounds. */
interface Way {
  /** The bounds that were sent, of those that it limits. */
  readonly sent: (by: Exchange) => readonly number[];
  readonly isBeyond: (sent: number, amount: number) => boolean;
}

/** The leaves of listings that limit bounds. */
export function amountsBeside(
  { form: { min, max }, writes }: LearnedWrite,
  states: States,
): Pick<AmountRange, 'floor' | 'minMost' | 'maxLeast'> {
  const bounds = [min, max].flatMap((bound) => bound?.at ?? []);
  const own = [min, max].map((bound) => bound && boundPlace(writes, bound));
  const sentAt =
    (places: readonly string[]) =>
    ({ sent }: Exchange) =>
      places.flatMap((at) => worthOf(valueAt(sent, at)) ?? []);
  const asked = states.exchanges.flatMap((by, step): Asked[] => {
    const isPrice = by.endpoint?.name === 'updatePrice' && sentAt(bounds)(by).length > 0;
    const record = isPrice ? recordOf('record', by, step, states) : undefined;
    return record === undefined ? [] : [{ by, record }];
  });
  const ofBounds = bounds.flatMap((at) => wordsInName(nameOf(at)));
  /** The leaf that limits bounds: refusals tell its number or its name, and no accepted bound is beyond it. */
  const leafFor = ({ sent, isBeyond }: Way): string | undefined => {
    // What is no amount to sell for, such as 0, is refused whatever a listing has.
    const areBeyond = (by: Exchange, amount: number) =>
      sent(by).some((one) => one > 0 && isBeyond(one, amount));
    const told = asked.flatMap(({ by, record }) => {
      if (by.ok || by.status >= 500) return [];
      const usual = new Set([...ofBounds, ...wordsInName(by.path)]);
      return leavesOf(record).flatMap(([at, leaf]) => {
        const amount = worthOf(leaf);
        const isLimit = amount !== undefined && amount !== 0 && areBeyond(by, amount) && !own.includes(at);
        return isLimit && tells(by, nameOf(at), amount, usual) ? [at] : [];
      });
    });
    return byFrequency(told, (at) => at)
      .map(([at]) => at!)
      .find((at) => {
        const taken = asked.filter(
          ({ by, record }) => by.ok && sent(by).length > 0 && worthOf(valueAt(record, at)) !== undefined,
        );
        return (
          taken.length >= 2 && !taken.some(({ by, record }) => areBeyond(by, worthOf(valueAt(record, at))!))
        );
      });
  };
  const floor = leafFor({ sent: sentAt(bounds), isBeyond: (sent, amount) => sent < amount });
  const minMost = min && leafFor({ sent: sentAt([min.at]), isBeyond: (sent, amount) => sent > amount });
  const maxLeast = max && leafFor({ sent: sentAt([max.at]), isBeyond: (sent, amount) => sent < amount });
  return { floor, minMost, maxLeast: maxLeast === floor ? undefined : maxLeast };
}

/** What a leaf is called, by what is around it where its own name only says that it is one. */
const nameOf = (at: string): string =>
  stepsOf(at).findLast((step) => !/^(?:value|amount|number|\d+)$/i.test(step)) ?? lastSegment(at);

/**
 * Whether a refusal tells an amount by its number, or by its name: by more than what is usual there, such as what bounds and the
 * path are called, or as a word of several, such as `shelf_price` beside `min_shelf_price`.
 */
function tells(by: Exchange, name: string, amount: number, usual: ReadonlySet<string>): boolean {
  const words = wordsInName(name);
  const more = words.filter((word) => !usual.has(word));
  const isWord =
    words.length > 1 &&
    textOf(toldBy(by))
      .split(/[^\p{L}\p{N}_-]+/u)
      .includes(name);
  return numbersIn(toldBy(by)).includes(amount) || isWord || tellName(wordsOf(by), more.join('_'));
}
