// How errors are written. Refusals of one cause, field and endpoint are told by those words that tell the most refusals of
// all, so that one error told for another cause, or with another value, says what in it follows the request.
import { isList, isObject, kindOf, mapMembers, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { literalPattern } from '../../../http/literal-pattern.ts';
import type { EndpointName } from '../../../spec/endpoints.ts';
import { causes, usual } from '../../../dialect/causes.ts';
import type { Cause } from '../../../dialect/causes.ts';
import { alongside } from '../../../dialect/several-errors.ts';
import { takenOfSister, tellsKindOfValue, tellsValues } from '../../../dialect/refusal-words.ts';
import type { Objection } from '../../../dialect/objections/objection.ts';
import type { Accepted, AnswerForm, ErrorForm, HeaderForms } from '../../../dialect/profile-form.ts';
import {
  fill,
  holeAlone,
  holesIn,
  literal,
  literalValue,
  parseHole,
  sameValue,
} from '../../../dialect/templates.ts';
import type { Resolve } from '../../../dialect/template-filters.ts';
import { explain } from '../../explain/explain.ts';
import type { Guess } from '../../explain/explain.ts';
import type { Sample } from '../../explain/sample.ts';
import { firstWordsTold, toldBy, wordsTold } from '../../exchanges.ts';
import type { Exchange } from '../../exchanges.ts';
import { byFrequency, grouped, parted, spread } from '../../groups.ts';
import { onceFor } from '../../once-for.ts';
import { countedHeaders, learnHeaders } from '../records/learn-headers.ts';
import type { States } from '../records/states.ts';
import { isUnseen } from './record-states.ts';
import type { Refusal } from './record-states.ts';
import { addHeaderFacts } from '../records/request-facts.ts';

type KnownOf = (refusal: Refusal) => Map<string, Json>;

/** A refusal and what was known of it. */
interface Told extends Sample {
  readonly by: Exchange;
  /** What was known apart from the headers of the answer. */
  readonly asked: ReadonlyMap<string, Json>;
}

/** How some refusals are told; headers are learned by themselves. */
interface Words {
  readonly form: Pick<AnswerForm, 'status' | 'body' | 'isText'>;
  readonly guesses: readonly Guess[];
}

/** The refusals of one cause, field and endpoint. */
interface Kind {
  readonly cause: Cause;
  readonly on: EndpointName | 'any';
  readonly blamed: Objection;
  readonly seen: number;
  readonly told: readonly Told[];
}

interface ErrorForms {
  readonly errors: readonly ErrorForm[];
  readonly guesses: readonly (Guess & { readonly cause: Cause })[];
}

/** So many refusals of a kind are compared with the words for others. */
const mostCompared = 8;

/** What holds for so many errors of other kinds, such as the shape of a request's id, is rather meant. */
const mostSisters = 24;

/** The others only tell what is made anew for each answer, and what is told by several. */
const mostTelling = 96;

/** What is known of refusals. */
export interface ToldWith {
  /** What was known of one of them. */
  readonly known: KnownOf;
  /** What accepted requests could have been refused for. */
  readonly taken: readonly Accepted[];
  /** Accepted requests that were answered as refused ones are: what each answer says anew, refusals do, too. */
  readonly alike: readonly Refusal[];
}

interface WhichForms {
  /** The causes of which the forms are asked for; the others tell what they have in common. */
  readonly of?: readonly Cause[];
  /** Whether only statuses and bodies are asked for. */
  readonly withoutHeaders?: boolean;
}

export function errorForms(
  refusals: readonly Refusal[],
  { known, taken, alike }: ToldWith,
  { of: wanted = causes, withoutHeaders = false }: WhichForms = {},
): ErrorForms {
  const toldIn = tellings(known);
  const groups: (readonly Refusal[])[] = [];
  const kinds: Kind[] = [];
  for (const cause of causes) {
    const own = refusals.filter(({ blamed }) => blamed?.cause === cause);
    const { telling, counting } = tellingOf(own);
    if (telling.length === 0) continue;
    const byKind = grouped(telling, (one) => `${endpointOf(one)} ${one.blamed!.param ?? ''}`);
    if (wanted.includes(cause)) groups.push(...groupsOf(cause, telling, counting), ...byKind.values());
    for (const group of byKind.values()) {
      const told = mostAlike(group).map(toldIn);
      const [{ blamed }] = group as [Refusal];
      kinds.push({
        cause,
        on: endpointOf(group[0]!),
        blamed: blamed!,
        seen: told.length,
        told: spread(told, mostCompared),
      });
    }
  }
  const telling = spread(kinds, mostTelling);
  const compared = new Set(spread(telling, mostSisters));
  const sisters = [
    ...telling.flatMap((kind, at) =>
      kind.told.slice(0, 2).map((one, index): Told => {
        const isAgain = index > 0 || !compared.has(kind);
        return { ...one, sister: String(at), family: kind.cause, isAgain };
      }),
    ),
    ...alike.map((one): Told => ({
      ...toldIn(one),
      sister: `taken by ${endpointOf(one)}`,
      isAgain: true,
    })),
  ];
  const words = new Map<string, Words>();
  const numbers = new Map(refusals.map((refusal, at) => [refusal, at]));
  const different = new Map(groups.map((group) => [group.map((one) => numbers.get(one)).join(), group]));
  for (const group of different.values()) {
    const learned = wordsOf(group, toldIn, sisters);
    const key = JSON.stringify(learned.form);
    const same = words.get(key);
    if (same === undefined || learned.guesses.length < same.guesses.length) words.set(key, learned);
  }
  const asked = kinds.filter(({ cause }) => wanted.includes(cause));
  const chosen = asked.map((kind) => {
    const best = widest(kind, [...words.values()], kinds);
    const [held, of] = [countTold(best, kind.told), kind.told.length];
    const isGuess = held < of && best.guesses.length === 0;
    return { kind, words: isGuess ? { ...best, guesses: [{ place: '', held, of }] } : best };
  });
  const headersOf = withoutHeaders ? () => undefined : headersAmong(kinds);
  const errors = causes.flatMap((cause) =>
    formsOf(
      chosen.filter(({ kind }) => kind.cause === cause),
      taken,
      headersOf,
    ),
  );
  const guesses = causes.flatMap((cause) =>
    [...new Set(chosen.flatMap((one) => (one.kind.cause === cause ? [one.words] : [])))].flatMap((used) =>
      used.guesses.map((guess) => ({ ...guess, cause })),
    ),
  );
  return { errors, guesses };
}

/** The refusals of a cause that may be told in the same words, but for those of one endpoint and parameter. */
function groupsOf(
  cause: Cause,
  telling: readonly Refusal[],
  counting: readonly Refusal[],
): readonly (readonly Refusal[])[] {
  const byParam = [...grouped(telling, paramOf).values()];
  const isState = cause.endsWith('-state');
  const isOfOne = (group: readonly Refusal[]) => !isState || !haveOwnWords(group, paramOf);
  const isOne = (group: readonly Refusal[]) =>
    isOfOne(group) && (!isState || !haveOwnWords(group, endpointOf));
  const wide = [
    ...[telling].filter((all) => [all, ...byParam].every(isOne)),
    ...[...grouped(telling, endpointOf).values()].filter(isOfOne),
  ];
  return [
    ...(counting.length > 0 ? [[...telling, ...counting]] : []),
    // What nothing explains has nothing in common.
    ...(cause === 'unexplained' ? [] : wide),
    ...byParam.filter(isOne),
    // One cause to us may be several to the service.
    ...grouped(telling, ({ by }) => wordsTold(by)).values(),
  ];
}

const endpointOf = ({ by }: Refusal) => by.endpoint?.name ?? 'any';
const paramOf = ({ blamed }: Refusal) => blamed!.param ?? '';

/**
 * Whether each of several endpoints, or states, is refused in words of its own, always the same: what records have in common is
 * then so by chance.
 */
function haveOwnWords(refusals: readonly Refusal[], of: (refusal: Refusal) => string): boolean {
  const words = [...grouped(refusals, of).values()].map(
    (own) => new Set(own.map(({ by }) => firstWordsTold(by))),
  );
  const all = new Set(words.flatMap((own) => [...own]));
  return words.length > 1 && words.every(({ size }) => size === 1) && all.size === words.length;
}

/** The refusals of a cause that tell how it is told, and others that count the errors of a request. */
function tellingOf(own: readonly Refusal[]): { telling: readonly Refusal[]; counting: readonly Refusal[] } {
  // Where one answer tells several errors, those that tell one alone are clearer.
  const isKnown = (known: readonly Refusal[], { by, blamed }: Refusal) =>
    known.some(
      (one) =>
        one.by.endpoint === by.endpoint &&
        (one.blamed!.param === blamed!.param || one.blamed!.param === undefined) &&
        kindOf(one.blamed!.value ?? null) === kindOf(blamed!.value ?? null),
    );
  // What only was never seen may be taken.
  const areSeveral = ({ candidates, blamed }: Refusal) =>
    candidates.some((one) => one !== blamed && !isUnseen(one));
  const single = own
    .filter((one) => !areSeveral(one) && one.problems === undefined)
    .sort((a, b) => a.candidates.length - b.candidates.length);
  const several = own.filter((one) => areSeveral(one) && !isKnown(single, one));
  const real = [...single, ...several];
  const telling = [...real, ...own.filter((one) => one.problems !== undefined && !isKnown(real, one))];
  // An answer that counts the errors tells so in those that had several.
  const counting = own.filter(
    (one) => one.problems === undefined && countOf(one.candidates) > 1 && !telling.includes(one),
  );
  return { telling, counting };
}

/** How many errors could be told together. */
export function countOf(candidates: readonly Objection[]): number {
  return Math.max(
    1,
    ...candidates.map((first) => 1 + alongside([first, ...candidates.filter((one) => one !== first)]).length),
  );
}

/** Those with the status that most have. */
const mostAlike = (refusals: readonly Refusal[]): readonly Refusal[] =>
  byFrequency(refusals, ({ by }) => by.status)[0]!;

/** Each refusal with what was known of it. */
const tellings = (known: KnownOf) =>
  onceFor((refusal: Refusal): Told => {
    const { by } = refusal;
    const asked = known(refusal);
    return { by, value: toldBy(by), facts: addHeaderFacts(new Map(asked), by), asked };
  });

function wordsOf(
  refusals: readonly Refusal[],
  toldIn: (refusal: Refusal) => Told,
  sisters: readonly Told[],
): Words {
  const own = mostAlike(refusals);
  const texts = own.filter(({ by }) => by.body === undefined && by.text !== undefined && by.text !== '');
  const isText = texts.length * 2 > own.length;
  const samples = own.map((refusal): Sample => {
    const { facts } = toldIn(refusal);
    const { body, text } = refusal.by;
    return { value: (isText ? text : body) ?? null, facts };
  });
  const others = sisters.filter((sister) => !own.some(({ by }) => by === sister.by));
  const byThemselves = explain([...samples, ...others]);
  // What another cause is told in, too, word by word, follows no field in which the two differ; what it takes from the request
  // else may stand in both requests.
  const holes = holesIn(byThemselves.template ?? null);
  const isOfField = holes.some((hole) => parseHole(hole).name === 'param');
  const isOfValue = holes.some((hole) => /^(?:value|sent|query)/.test(hole));
  const [same, different] = parted(
    isOfField && !isOfValue && own[0]!.blamed?.cause.endsWith('-unknown') !== true ? others : [],
    ({ by, value, isAgain }) =>
      isAgain !== true &&
      by.status === own[0]!.by.status &&
      samples.some((sample) => sameValue(sample.value ?? null, value ?? null)),
  );
  const { template, guesses } =
    same.length === 0
      ? byThemselves
      : explain([...samples, ...same.map(({ value, facts }) => ({ value, facts })), ...different]);
  const lacking = refusals.length - own.length;
  return {
    form: {
      status: own[0]!.by.status,
      body: alikeThroughout(template ?? null, own[0]!.blamed?.cause, samples),
      isText: isText || undefined,
    },
    guesses:
      lacking === 0 ? guesses : [...guesses, { place: 'status', held: own.length, of: refusals.length }],
  };
}

/** A word of fewer letters may stand in an answer by chance. */
const shortestNamed = 3;

/** What sentences about faults say by themselves, though a request may have had the same word. */
const ownWords =
  /^(?:unknown|invalid|missing|wrong|error|name|value|field|parameter|query|strategy|listing|report)s?$/i;

/** What a service can only tell by taking it from the request, as it knows no such thing. */
const unknownIn = (cause: Cause | undefined): readonly string[] => {
  if (cause?.endsWith('-unknown') !== true) return [];
  return cause === 'field-unknown' || cause === 'parameter-unknown'
    ? ['param', 'param.inner']
    : ['value.named', 'value'];
};

/**
 * A template that takes from the request what it tells of what the service does not know, and each word that stands by itself and
 * that one of its texts takes from there.
 */
function alikeThroughout(template: Json, cause: Cause | undefined, samples: readonly Sample[]): Json {
  const wordOf = (hole: string) => {
    const [word, ...others] = new Set(
      samples.map(({ facts }) => fill(`{${hole}}`, (name) => facts.get(name))),
    );
    const isTelling =
      others.length === 0 && typeof word === 'string' && word.length >= shortestNamed && !ownWords.test(word);
    return isTelling ? word : undefined;
  };
  const unknown = unknownIn(cause).flatMap((hole) => {
    const word = wordOf(hole);
    return word === undefined
      ? []
      : [{ hole, word: new RegExp(`(?<![\\w-])${literalPattern(literal(word))}(?![\\w-])`, 'g') }];
  });
  const named = [...new Set(holesIn(template))].filter((hole) => /^(?:param|value)\b/.test(hole));
  const taken = named.map((hole) => ({ hole, word: literalValue(wordOf(hole) ?? null) }));
  const isSame = (one: string, other: string) =>
    samples.every(({ facts }) => {
      const [a, b] = [one, other].map((text) => fill(text, (name) => facts.get(name)));
      return sameValue(a, b);
    });
  // An amount that one text writes with decimals is written so in the others.
  const amounts = holesIn(template).filter((hole) => / \| (?:fixed|grouped|comma) \d$/.test(hole));
  const writtenAlike = (item: string): string => {
    const written = amounts.reduce(
      (text, hole) => text.replaceAll(`{${parseHole(hole).name}}`, `{${hole}}`),
      item,
    );
    return holeAlone(item) === undefined && isSame(item, written) ? written : item;
  };
  const replaced = (item: Json): Json => {
    if (isList(item)) return item.map(replaced);
    if (isObject(item)) return mapMembers(item, replaced);
    if (typeof item !== 'string') return item;
    if (holesIn(item).length > 0) return writtenAlike(item);
    const alone = taken.find(({ word }) => word === item);
    const told = unknown.find(({ word }) => item.search(word) !== -1);
    return alone !== undefined
      ? `{${alone.hole}}`
      : told === undefined
        ? item
        : item.replace(told.word, `{${told.hole}}`);
  };
  return replaced(template);
}

/** Of the words that tell most refusals of a kind, those that tell most of all, and guess least. */
function widest(kind: Kind, all: readonly Words[], kinds: readonly Kind[]): Words {
  const measured = all.map((words) => {
    const own = countTold(words, kind.told);
    const others = own === 0 ? 0 : kinds.reduce((sum, { told }) => sum + countTold(words, told), 0);
    return { words, order: [own, others, -words.guesses.length] as const };
  });
  const [best] = measured.sort(
    (a, b) => b.order[0] - a.order[0] || b.order[1] - a.order[1] || b.order[2] - a.order[2],
  );
  return best!.words;
}

const countTold = ({ form: { status, body } }: Words, told: readonly Told[]) =>
  told.filter(({ by, value, facts }) => status === by.status && fits(body, value, (name) => facts.get(name)))
    .length;

/** The forms of one cause: one for all fields of an endpoint that are told in the same words. */
function formsOf(
  chosen: readonly { readonly kind: Kind; readonly words: Words }[],
  taken: readonly Accepted[],
  headersOf: (own: readonly Kind[]) => HeaderForms | undefined,
): ErrorForm[] {
  const groups = [
    ...grouped(chosen, ({ kind, words }) => JSON.stringify([words.form, kind.blamed.when])).values(),
  ];
  return groups.flatMap((group) => {
    const on = (kinds: typeof group) => [...new Set(kinds.map(({ kind }) => kind.on))];
    const here = on(group);
    const isAlone =
      !groups.some((other) => other !== group && on(other).some((name) => here.includes(name))) &&
      !group.some(
        ({ kind }) => usual[kind.cause].taken === true || takenOfSister(taken, kind.blamed, kind.on),
      );
    const parts = isAlone ? [group] : [...grouped(group, ({ kind }) => kind.blamed.param ?? '').values()];
    return parts.map((part): ErrorForm => {
      const [{ kind, words }] = part as [(typeof part)[0]];
      const { cause, blamed } = kind;
      return {
        cause,
        on: on(part),
        param: isAlone && !isOfValue(kind, words) && !isOfOne(part) ? undefined : blamed.param,
        when: blamed.when,
        ...words.form,
        headers: headersOf(part.map((one) => one.kind)),
        seen: part.reduce((sum, one) => sum + one.kind.seen, 0),
      };
    });
  });
}

/** The headers of some kinds of refusals, of which the others tell what all have. */
const headersAmong = (kinds: readonly Kind[]) => {
  const answersOf = ({ told }: Kind) => told.map(({ by, asked }) => ({ by, facts: asked }));
  const counted = countedHeaders(kinds.flatMap(answersOf));
  return (own: readonly Kind[]): HeaderForms | undefined => {
    const others = kinds.filter((other) => !own.includes(other));
    return learnHeaders(
      own.flatMap(answersOf),
      others.flatMap((other, at) => answersOf(other).map((one) => ({ ...one, sister: String(at) }))),
      counted,
    );
  };
};

/**
 * Whether one parameter alone was refused for its value, or a range for its open end: of others that picked nothing any value may be
 * taken, and other ranges may be open.
 */
const isOfOne = (part: readonly { readonly kind: Kind }[]): boolean =>
  part.every(({ kind }) => kind.cause === 'parameter-value' || kind.cause === 'filter-lone') &&
  new Set(part.map(({ kind }) => kind.blamed.param)).size === 1;

/**
 * Whether the refusal of a parameter says nothing of others: it tells which values there are or, of one that is taken for unknown,
 * its value and not its name, or of what kind values must be.
 */
function isOfValue({ cause, blamed }: Kind, { form }: Words): boolean {
  if (blamed.param?.startsWith('/') === false && tellsValues({ cause, body: form.body })) return true;
  if (usual[cause].family !== 'unknown parameter') return false;
  const names = holesIn(form.body).map((hole) => parseHole(hole).name);
  const isNamed = names.some((name) => name.startsWith('param'));
  return tellsKindOfValue(form) || (names.some((name) => name.startsWith('value')) && !isNamed);
}

/** What each answer says anew. */
const anew = /\{(?:answer|now)[^{}]*\}/;

/** Whether a template tells an answer, apart from what each answer says anew. */
export function fits(template: Json, value: Json | undefined, resolve: Resolve): boolean {
  if (typeof template === 'string' && anew.test(template)) {
    if (value === undefined || value === null) return false;
    const parts = template.split(anew).map((part) => literalPattern(textOf(fill(part, resolve) ?? null)));
    return new RegExp(`^${parts.join('.+')}$`, 's').test(textOf(value));
  }
  if (isObject(template) && !Object.keys(template).some((name) => holesIn(name).length > 0)) {
    if (!isObject(value)) return false;
    const names = new Set([...Object.keys(template), ...Object.keys(value).map(literal)]);
    return [...names].every((name) => {
      const [part, own] = [template[name], value[name.replaceAll('{{', '{')]];
      if (part === undefined) return false;
      if (own === undefined) return fill(part, resolve) === undefined;
      return fits(part, own, resolve);
    });
  }
  if (isList(template) && isList(value) && template.length === value.length)
    return template.every((item, at) => fits(item, value[at] as Json, resolve));
  return sameValue(fill(template, resolve), value);
}

/** Two accepted requests to each endpoint that refuses others with the same status. */
export function answeredAlike(refusals: readonly Refusal[], { exchanges }: States): Refusal[] {
  const keyOf = ({ endpoint, status }: Exchange) => `${endpoint?.name} ${status}`;
  const refused = new Set(refusals.map(({ by }) => keyOf(by)));
  const alike = exchanges.flatMap((by, step): Refusal[] =>
    by.ok && by.endpoint !== undefined && refused.has(keyOf(by))
      ? [{ by, step, candidates: [], blamed: undefined }]
      : [],
  );
  return [...grouped(alike, ({ by }) => keyOf(by)).values()].flatMap((own) => own.slice(0, 2));
}
