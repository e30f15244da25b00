// The headers of answers, each explained like a leaf of the body; a `Link` header target by target.
import { isObject, textOf, withLeaves } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { linksIn } from '../../../http/http-semantics.ts';
import type { EndpointName } from '../../../spec/endpoints.ts';
import type { HeaderForms } from '../../../dialect/profile-form.ts';
import { holesIn, literal } from '../../../dialect/templates.ts';
import { explain, ofSisters } from '../../explain/explain.ts';
import type { Explained } from '../../explain/explain.ts';
import { explainLeaf } from '../../explain/explain-leaf.ts';
import { holds, isOwn } from '../../explain/sample.ts';
import type { Sample } from '../../explain/sample.ts';
import { isAnew } from '../../explain/shapes.ts';
import { headerIn } from '../../../recording/recordable-headers.ts';
import type { Exchange } from '../../exchanges.ts';
import { grouped, parted } from '../../groups.ts';
import type { States } from './states.ts';

/** An answer and what was known of it. */
export interface Known {
  readonly by: Exchange;
  readonly facts: ReadonlyMap<string, Json>;
  /** Its kind, where that is another one than the kind that is learned, such as another list. */
  readonly sister?: string;
  /** The member that holds the records of such a list. */
  readonly called?: string;
  /** Whether it is in another form: it tells nothing of the headers that it lacks. */
  readonly isOther?: true;
}

/** What the door writes, or what says nothing of the service. */
const notLearned =
  /^(date|content-length|connection|keep-alive|transfer-encoding|content-encoding|set-cookie|x-mock-.*|alt-svc|trailer|upgrade|via)$/;

/** Whether a read was answered by 304, for the client had already what `If-None-Match` or another header tells (RFC 9110 §13.1). */
export const revalidates = (
  endpoint: EndpointName,
  { exchanges }: Pick<States, 'exchanges'>,
  header = 'if-none-match',
): true | undefined =>
  exchanges.some(
    (by) =>
      by.status === 304 &&
      by.endpoint?.name === endpoint &&
      headerIn(by.requestHeaders, header) !== undefined,
  ) || undefined;

/** By what was known of an answer, the same with its limits: an answer tells of many kinds. */
const limited = new WeakMap<Known['facts'], Known['facts']>();

function withLimits(one: Known): Known {
  if (one.by.limits.size === 0) return one;
  const facts = limited.get(one.facts) ?? new Map([...one.facts, ...one.by.limits]);
  limited.set(one.facts, facts);
  return { ...one, facts };
}

/** By their names in lower case, as they are written. */
const namesIn = (some: readonly Known[]): ReadonlyMap<string, string> =>
  new Map(
    some
      .slice(0, 100)
      .flatMap(({ by }) => by.headers.map(([name]) => [name.toLowerCase(), name] as const))
      .filter(([lower]) => !notLearned.test(lower)),
  );

/** A header in each answer. */
const samplesOf = (lower: string, all: readonly Known[]): readonly Sample[] =>
  all.flatMap(({ by, isOther, facts, sister }): Sample[] => {
    const values = by.headers.filter(([other]) => other.toLowerCase() === lower).map(([, value]) => value);
    const isTold = values.length > 0;
    return isTold || isOther !== true
      ? [{ facts, ...(sister !== undefined && { sister }), value: isTold ? values.join(', ') : undefined }]
      : [];
  });

/**
 * @param sisters answers of other kinds: what holds for all tells more
 * @param counted what all of them tell of the limits, where that is known
 */
export function learnHeaders(
  answers: readonly Known[],
  sisters: readonly Known[] = [],
  counted = countedHeaders([...answers, ...sisters]),
): HeaderForms | undefined {
  const all = [...answers, ...sisters].map(withLimits);
  const names = namesIn(answers);
  const forms: Record<string, Json> = {};
  for (const [lower, name] of new Map([...namesIn(sisters), ...names])) {
    const samples = samplesOf(lower, all);
    const form = names.has(lower) ? formOf(lower, samples, counted) : ofSister(lower, samples, sisters);
    if (form !== undefined && form !== null) forms[name] = form;
  }
  return Object.keys(forms).length === 0 ? undefined : forms;
}

/** How a header is told that answers have. */
function formOf(
  lower: string,
  samples: readonly Sample[],
  counted: ReadonlyMap<string, Json>,
): Json | undefined {
  if (lower === 'link') return learnLinks(samples);
  return lower === 'etag' ? learnTag(samples) : (counted.get(lower) ?? explain(samples).template);
}

/** How a header is told that only sisters have. */
function ofSister(lower: string, samples: readonly Sample[], sisters: readonly Known[]): Json | undefined {
  if (lower === 'link') return linksOfSister(samples);
  return lower === 'etag' ? undefined : ofOneSister(samples, sisters);
}

/**
 * What a sister tells under a condition that held for none of the answers, such as the place of a part in a list that was only
 * seen whole; a list that it names is rather this one.
 */
function ofOneSister(samples: readonly Sample[], sisters: readonly Known[]): Json | undefined {
  const [own, others] = parted(samples, isOwn);
  const found = [...grouped(others, ({ sister }) => sister)].flatMap(([name, some]) => {
    const template = ofSisters(some, own, '');
    const { called = '' } = sisters.find(({ sister }) => sister === name)!;
    return template === undefined ? [] : [withListNamed(template, called)];
  });
  // What the page is decides rather than what was asked for.
  return (
    found.find((template) => isObject(template) && textOf(template['{if}']).startsWith('{page.')) ?? found[0]
  );
}

/**
 * The links between pages of a sister, for a list that was only seen on one page. Undefined where these tell of its records, or
 * where the list was seen on several pages without them.
 */
function linksOfSister(samples: readonly Sample[]): Json | undefined {
  const [own, others] = parted(samples, isOwn);
  const isOfPages = ({ facts }: Sample) => holds(facts, 'page.more') || holds(facts, 'page.follows');
  if (own.length === 0 || own.some((one) => isOfPages(one) || !one.facts.has('page.count'))) return undefined;
  return [...grouped(others, ({ sister }) => sister).values()]
    .map((some) => learnLinks(some.map(({ value, facts }) => ({ value, facts }))))
    .find((links) => links !== undefined && holesIn(links).every((hole) => !/^(?:first|last)\//.test(hole)));
}

const withListNamed = (template: Json, name: string): Json =>
  name === ''
    ? template
    : withLeaves(template, (leaf) =>
        typeof leaf === 'string' && leaf.startsWith(`${literal(name)} `)
          ? `{list.name}${leaf.slice(literal(name).length)}`
          : leaf,
      );

/** The headers that tell of the limits: they tell the same with all answers, though some kinds were never seen to differ. */
export function countedHeaders(answers: readonly Known[]): ReadonlyMap<string, Json> {
  const all = answers.map(withLimits);
  if (!all.some(({ facts }) => facts.has('limit.second') || facts.has('limit.minute'))) return new Map();
  return new Map(
    [...namesIn(answers).keys()].flatMap((lower): [string, Json][] => {
      const { template } = explainLeaf(samplesOf(lower, all).map(({ value, facts }) => ({ value, facts })));
      return typeof template === 'string' && template.includes('{limit.') ? [[lower, template]] : [];
    }),
  );
}

/** RFC 9110 §8.8.3: where nothing else explains it, another one for each other state of what is shown. */
function learnTag(samples: readonly Sample[]): Json | undefined {
  const { template, guesses } = explainTag(samples);
  if (typeof template !== 'string' || (guesses.length === 0 && !isAnew(template))) return template;
  const isWeak = samples.some(({ value }) => typeof value === 'string' && value.startsWith('W/'));
  return `${isWeak ? 'W/' : ''}"{digest | shaped ffffffffffffffff}"`;
}

/** What stands in the quotes of a tag may be a short text of the record, such as its version, that is not found within others. */
function explainTag(samples: readonly Sample[]): Explained {
  const whole = explain(samples);
  const isWeak = samples.every(({ value }) => textOf(value ?? null).startsWith('W/'));
  const quoted = isWeak ? /^W\/"(.+)"$/ : /^"(.+)"$/;
  const inner = samples.flatMap((sample) => {
    const [, value] = quoted.exec(textOf(sample.value ?? null)) ?? [];
    return value === undefined ? [] : [{ ...sample, value }];
  });
  const isTold = typeof whole.template === 'string' && whole.guesses.length === 0 && !isAnew(whole.template);
  if (isTold || inner.length < samples.length) return whole;
  const { template, guesses } = explain(inner);
  return typeof template === 'string' && guesses.length === 0
    ? { template: `${isWeak ? 'W/' : ''}"${template}"`, guesses }
    : whole;
}

/** RFC 8288: `<target>; rel="next", <target>; rel="prev"`. */
function learnLinks(samples: readonly Sample[]): Json | undefined {
  const parsed = samples.map(({ value }) => linksIn((value as string | undefined) ?? ''));
  const rests = new Set(parsed.flatMap((links) => [...links.keys()]));
  const links = [...rests].flatMap((rest) => {
    const { template } = explainLeaf(
      samples.map(({ facts }, at) => ({ value: parsed[at]!.get(rest), facts })),
    );
    return template === undefined || template === null ? [] : [{ '{link}': template, rest }];
  });
  return links.length === 0 ? undefined : links;
}
