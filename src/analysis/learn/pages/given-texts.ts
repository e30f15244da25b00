// The texts that answers give, by which a token that is sent later is known.
import { isList, isObject, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { queryDecoded } from '../../../http/parse-url.ts';
import type { Exchange } from '../../exchanges.ts';
import { onceFor } from '../../once-for.ts';
import type { Listed } from './walks.ts';

/** Where a text stands in an array: in which item, of how many. */
export interface ItemPlace {
  readonly at: number;
  readonly of: number;
}

/** A parameter as a link tells it. */
export const asInLink = (name: string, value: string): string => `?${name}=${value}`;

/** The texts that an answer holds, plain or as parameters of links, these with their names. */
export const textsGiven = onceFor((by: Exchange): ReadonlyMap<string, ItemPlace | undefined> => {
  const texts = new Map<string, ItemPlace | undefined>();
  const add = (value: Json | undefined, place: ItemPlace | undefined): void => {
    if (typeof value === 'string' || typeof value === 'number') {
      const text = textOf(value);
      texts.set(text, texts.get(text) ?? place);
      for (const [, name = '', parameter = ''] of text.matchAll(/[?&]([^=&#\s]+)=([^&#"\\>;\s]+)/g)) {
        const own = asInLink(queryDecoded(name), queryDecoded(parameter));
        texts.set(own, texts.get(own) ?? place);
      }
    } else if (isList(value)) {
      for (const [at, item] of value.entries()) add(item, place ?? { at, of: value.length });
    } else if (isObject(value)) for (const item of Object.values(value)) add(item, place);
  };
  add(by.body ?? by.text, undefined);
  for (const [, value] of by.headers) add(value, undefined);
  return texts;
});

/** Whether an answer holds the value of a parameter, plain or as that parameter of a link. */
export const gives = ({ by }: Pick<Listed, 'by'>, name: string, token: string) =>
  textsGiven(by).has(token) || textsGiven(by).has(asInLink(name, token));
