// The words by which an order is asked for: what it goes by, and its direction.

export const isDirectionWord = (value: string): boolean => /^(?:a|de)sc(?:ending)?$/i.test(value);

interface OrderParts {
  /** What the list is ordered by. */
  readonly by: string;
  readonly direction: string;
}

/** The parts of values such as `price:desc` and `-price`; undefined of any that have no direction. */
export function partsOfOrder(value: string): OrderParts | undefined {
  const [, by, direction] = /^([\w.-]+)[:,|\s]+(\w+)$/.exec(value) ?? [];
  if (by !== undefined && isDirectionWord(direction!)) return { by, direction: direction! };
  const [, sign, signed] = /^([-+])(\p{L}[\w.]*)$/u.exec(value) ?? [];
  return signed === undefined ? undefined : { by: signed, direction: sign === '-' ? 'desc' : 'asc' };
}
