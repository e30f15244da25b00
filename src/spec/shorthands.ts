// The shorthands of `--assume`: each changes one place of the form of answers by a word, so that the common forms need no
// profile file.
import { choice, text } from './assumption.ts';
import type { Amount, Assumption, Choice, ValueOf } from './assumption.ts';
import { formPlaces, formValue, withFormValue } from './form.ts';
import type { Form, FormPlace } from './form.ts';
import { isObject } from '../http/exact-json.ts';
import type { Json } from '../http/exact-json.ts';

const recordsHole = '{records}';

/** The templates of lists that `list-envelope` names, with the records under a key. */
const envelopes = {
  list: (key: string) => ({ [key]: recordsHole, has_more: '{more}' }),
  array: () => recordsHole,
  data: (key: string) => ({ [key]: recordsHole }),
  stripe: (key: string) => ({ object: 'list', url: '{path}', has_more: '{more}', [key]: recordsHole }),
  page: (key: string) => ({
    page: '{page}',
    page_size: '{size}',
    total_items: '{total}',
    total_pages: '{pages}',
    [key]: recordsHole,
  }),
} as const satisfies Readonly<Record<string, (key: string) => Json>>;

type Envelope = keyof typeof envelopes;

const usualKey = 'data';

/** Under which key the records of a list stand; undefined where they stand under none. */
function recordsKey({ list }: Form): string | undefined {
  return isObject(list) ? Object.keys(list).find((name) => list[name] === recordsHole) : undefined;
}

/** The name of a list's form; undefined for one of the user's own. */
function envelopeOf(form: Form): Envelope | undefined {
  const key = recordsKey(form) ?? usualKey;
  const words = JSON.stringify(form.list);
  return (Object.keys(envelopes) as Envelope[]).find(
    (name) => JSON.stringify(envelopes[name](key)) === words,
  );
}

function withRecordsKey(form: Form, key: string): Form {
  const before = recordsKey(form);
  if (before === undefined || !isObject(form.list)) {
    throw new Error('the records of this list stand under no key');
  }
  if (key !== before && Object.hasOwn(form.list, key)) {
    throw new Error(`the list has another member of this name`);
  }
  const members = Object.entries(form.list).map(([name, item]) => [name === before ? key : name, item]);
  return { ...form, list: Object.fromEntries(members) as Json };
}

/** A shorthand: what can be said, what the form says already, and the form with something else said. */
interface Shorthand<E extends Assumption = Assumption> {
  readonly entry: E;
  readonly place: FormPlace;
  /** Undefined where no word of the shorthand says it. */
  readonly read: (form: Form) => string | number | undefined;
  /** @throws Error where the form has no place for it */
  readonly change: (form: Form, value: string | number) => Form;
}

/** The places that take one word or number. */
type PlainPlace = { [P in FormPlace]: (typeof formPlaces)[P] extends Choice | Amount ? P : never }[FormPlace];

const of = <P extends PlainPlace>(place: P): Shorthand<(typeof formPlaces)[P]> => ({
  entry: formPlaces[place],
  place,
  read: (form) => formValue(form, place) as string | number,
  change: (form, value) => withFormValue(form, place, value),
});

const { list } = formPlaces;

/** The shorthands by id. They are applied in this order. */
export const shorthands = {
  'patch-response': of('written'),
  'list-envelope': {
    entry: choice(
      ['A3', '§4'],
      list.question,
      ['list', 'array', 'data', 'stripe', 'page'],
      `${list.reason} array is bare, data has no has_more, stripe adds object and url, page counts pages.`,
    ),
    place: 'list',
    read: envelopeOf,
    change: (form, value) => ({ ...form, list: envelopes[value as Envelope](recordsKey(form) ?? usualKey) }),
  } satisfies Shorthand,
  'list-key': {
    entry: text(
      ['A3', '§4'],
      'Under which key do the records of a collection stand?',
      {
        default: usualKey,
        accepts: (words) => /^[a-z_][a-z0-9_]{0,39}$/i.test(words),
        expected: 'a name of letters, digits and _ that the envelope does not use itself',
      },
      'The commonest name in APIs of the same style.',
    ),
    place: 'list',
    read: recordsKey,
    change: (form, value) => withRecordsKey(form, String(value)),
  } satisfies Shorthand,
  pagination: of('paging.by'),
  'page-default-limit': of('paging.default'),
  'page-max-limit': of('paging.most'),
  'price-form': of('prices'),
  'time-format': of('times'),
  'error-codes': of('errors.codes'),
  'rate-headers': of('headers.limits'),
};

export type ShorthandId = keyof typeof shorthands;

/** What each shorthand can be set to. */
export type ShorthandValues = {
  readonly [Id in ShorthandId]: ValueOf<(typeof shorthands)[Id]['entry']>;
};

export const shorthandIds = Object.keys(shorthands) as ShorthandId[];

/** The shorthand that stands for a place of the form; undefined where there is none. */
export function shorthandOf(place: FormPlace): ShorthandId | undefined {
  return shorthandIds.find((id) => shorthands[id].place === place);
}
