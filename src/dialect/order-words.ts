// The words by which an order is asked for: what it goes by, and its direction.

export const isDirectionWord = (value: string): boolean => /^(?:a|de)sc(?:ending)?$/i.test(value);

/** Whether a parameter asks for a direction: by a word, or by 1 and -1 where it is called after an order. */
export const asksForDirection = (name: string, value: string): boolean =>
  isDirectionWord(value) || (/^-?1$/.test(value) && /sort|order/i.test(name));

/** Whether two words ask for one direction: `desc` and `down` do. */
export const saysSameWay = (one: string, other: string): boolean =>
  one === other ||
  [/^(?:desc(?:ending)?|down)$/i, /^(?:asc(?:ending)?|up)$/i].some((way) => way.test(one) && way.test(other));

interface OrderParts {
  /** What the list is ordered by. */
  readonly by?: string;
  readonly direction?: string;
}

/** The parts of values such as `price:desc` and `-price`; without a direction, only what is called an order is by its whole value. */
export function partsOfOrder(name: string, value: string): OrderParts {
  const [, by, direction] = /^([\w.-]+)[:,|\s]+(\w+)$/.exec(value) ?? [];
  if (by !== undefined && isDirectionWord(direction!)) return { by, direction: direction! };
  const [, sign, signed] = /^([-+])(\p{L}[\w.]*)$/u.exec(value) ?? [];
  if (signed !== undefined) return { by: signed, direction: sign === '-' ? 'desc' : 'asc' };
  return /sort|order/i.test(name) && /^[\w.]+$/.test(value) ? { by: value } : {};
}
