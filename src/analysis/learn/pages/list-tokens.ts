// The tokens that lead from page to page of a list: what each is made of.
import { isObject, rewritten, textOf, withLeaves } from '../../../http/exact-json.ts';
import { literalPattern } from '../../../http/literal-pattern.ts';
import type { Json } from '../../../http/exact-json.ts';
import { allLeaves, valueAt, withValueAt } from '../../../http/pointer.ts';
import { addLeaves } from '../../../dialect/known-facts.ts';
import type { PositionForm } from '../../../dialect/profile-form.ts';
import { tokenAt, tokenFact } from '../../../dialect/select-page.ts';
import type { Page } from '../../../dialect/select-page.ts';
import { fill, holesIn, sameValue } from '../../../dialect/templates.ts';
import { explain } from '../../explain/explain.ts';
import { explainLeaf } from '../../explain/explain-leaf.ts';
import { factNames, holeMark } from '../../explain/sample.ts';
import type { Sample } from '../../explain/sample.ts';
import { encodedShape, shapeOfSecrets, shapeOfTexts } from '../../explain/shapes.ts';
import { byFrequency, grouped } from '../../groups.ts';
import { pageOf, tokenAtPlace, tokenPlace, tokensBeside } from './list-facts.ts';
import type { TokenPlace } from './list-facts.ts';
import { offeredToken } from './offered-positions.ts';
import { gives } from './given-texts.ts';
import type { Listed, Placed, Walk, Walked } from './walks.ts';

/** A token, the answer that gave it, and the place in a list to which it leads. */
interface UsedToken {
  readonly giver: Listed;
  readonly token: string;
  readonly walk: Walk;
  readonly place: number;
}

/** A page, and where it begins and ends in its list. */
interface Span {
  readonly begin: number;
  readonly end: number;
}

const spanOf = ({ from = -1, listed: { ids } }: Placed): Span => ({ begin: from, end: from + ids.length });

/**
 * The tokens that were used, each with the first answer before that gave it.
 * @param placeOf the place to which it leads, from the page that gave it to the one that it showed; undefined: it does not
 */
const tokensLed = (
  { walks }: Pick<Walked, 'walks'>,
  { name }: PositionForm,
  placeOf: (giver: Span, shown: Span) => number | undefined,
): UsedToken[] =>
  walks.flatMap((walk) =>
    walk.pages.flatMap((shown): UsedToken[] => {
      const token = shown.listed.by.query.get(name);
      if (token === null || shown.from === undefined) return [];
      const placeFrom = (page: Placed) => placeOf(spanOf(page), spanOf(shown));
      const giver = walk.pages.find(
        (page) =>
          page.listed.step < shown.listed.step &&
          placeFrom(page) !== undefined &&
          gives(page.listed, name, token),
      );
      return giver === undefined ? [] : [{ giver: giver.listed, token, walk, place: placeFrom(giver)! }];
    }),
  );

/** The tokens that were used to go on. */
const tokensLedOn = (walked: Pick<Walked, 'walks'>, position: PositionForm): UsedToken[] =>
  tokensLed(walked, position, (giver, { begin }) => (giver.end === begin ? begin : undefined));

/** Whether anybody went on with a token of a list. */
export const isLedOn = (walked: Pick<Walked, 'walks'>, position: PositionForm): boolean =>
  tokensLedOn(walked, position).length > 0;

/** A token that was used, and the list that it is of. */
interface Led {
  readonly used: UsedToken;
  readonly walked: Walked;
}

/** The tokens of a parameter by which pages were shown that end where the giver begins; none where it led on, too. */
export function usedToLeadBack(walked: Walked, position: PositionForm): Led[] {
  if (tokensLedOn(walked, position).length > 0) return [];
  const back = tokensLed(walked, position, ({ begin }, { end }) =>
    begin === end && begin > 0 ? begin : undefined,
  );
  return back.map((used) => ({ walked, used }));
}

/**
 * How tokens are made that lead back by a parameter of their own: as those that lead on, but for the record behind the place where
 * these have the one before it; or in a way of their own.
 */
export function backToken(led: readonly Led[], leadOn: Json | undefined): Json {
  const mirrored = withLeaves(leadOn ?? null, (leaf) =>
    typeof leaf === 'string' ? leaf.replace(/\{last(?=\/| by order)/g, '{next') : leaf,
  );
  const samples = led.map(({ used, walked }) => sampleOf(used, walked));
  if (leadOn !== undefined && samples.every((sample) => givesToken(mirrored, sample))) return mirrored;
  return madeOfPlace(samples) ?? opaqueToken(led.map(({ used }) => used));
}

/**
 * The tokens that were used; where none was, those that were offered.
 * @param given where answers tell them, if that is known from a sister
 */
export function usedTokens(
  walked: Pick<Walked, 'walks'>,
  position: PositionForm,
  given?: TokenPlace,
): UsedToken[] {
  const used = tokensLedOn(walked, position);
  if (used.length > 0) return used;
  return walked.walks.flatMap((walk) =>
    walk.pages.flatMap(({ listed, from }): UsedToken[] => {
      if (from === undefined) return [];
      const token = offeredToken(listed, position) ?? (given && tokenAtPlace(listed, given, position.name));
      return token === undefined ? [] : [{ giver: listed, token, walk, place: from + listed.ids.length }];
    }),
  );
}

/** Where the answers of lists tell the tokens of a position: where those stand that were used, or that links offer. */
export const givenAt = (lists: readonly Pick<Walked, 'walks'>[], position: PositionForm) =>
  position.by === 'token'
    ? lists.flatMap((one) => {
        const used = usedTokens(one, position);
        return (
          tokenPlace(
            used.map(({ giver, token }) => [giver, token]),
            position.name,
          ) ?? []
        );
      })[0]
    : undefined;

/** Whether a token needs no other parameter of its list: one was used without them, or none with them. */
export function goesOnAlone(name: string, walked: readonly Walked[]): boolean {
  const others = walked.flatMap(({ walks }) =>
    walks.flatMap(({ rest, pages }) =>
      pages.flatMap(({ listed: { by } }) =>
        rest.length > 0 && by.query.has(name) ? [rest.some(([other]) => by.query.has(other))] : [],
      ),
    ),
  );
  return others.includes(false) || others.length === 0;
}

const pageGiven = ({ walk, giver }: UsedToken, { pageSize }: Walked): Page | undefined =>
  pageOf(
    walk.pages.find(({ listed }) => listed === giver)!,
    walk,
    { pageSize: pageSize ?? null },
  );

/** What is known of the place to which a token leads. */
function sampleOf(used: UsedToken, walked: Walked): Sample {
  const { token, walk, place } = used;
  const page = pageGiven(used, walked);
  const facts = new Map<string, Json>();
  for (const name of ['place', 'size', 'number']) {
    const value = page === undefined ? undefined : tokenFact(name, place, page);
    if (value !== undefined) facts.set(name, value);
  }
  for (const [name, value] of walk.rest) facts.set(`query.${name}`, value);
  for (const [side, record] of [
    ['last', page?.all[place - 1]],
    ['next', page?.all[place]],
  ] as const) {
    addLeaves(facts, side, record);
    // What a list is ordered by is rather that than a leaf of its own.
    const { at } = walk.ordered ?? {};
    if (at === undefined || !facts.has(side + at)) continue;
    facts.set(`${side} by order`, facts.get(side + at)!);
    facts.delete(side + at);
  }
  return { value: token, facts };
}

/**
 * How a token is made of the place to which it leads, or its shape where it tells nothing.
 * @param given where answers tell tokens, if that is known from a sister
 */
export function tokenTemplate(walked: Walked, position: PositionForm, given?: TokenPlace): Json {
  const used = usedTokens(walked, position, given);
  const hidden = shapeOfSecrets(used.map(({ token }) => token));
  if (hidden !== undefined) return `{place | shaped ${hidden}}`;
  const templateOf = (own: readonly UsedToken[]) => {
    const samples = own.map((one) => sampleOf(one, walked));
    return madeOfPlace(samples) ?? orderedTemplate(samples, walked);
  };
  const whole = templateOf(used);
  if (whole !== undefined) return ofOffered(whole, used, walked, position) ?? whole;
  // A token may say, too, what its list was asked for, in a way that nobody can tell, the size of its pages among it: then
  // each list has its own tokens, and one that was not walked has tokens that look like them.
  const ofWalks = byFrequency(used, (one) => one.walk);
  const { size: sizeName } = walked.roles;
  return (
    ownTokens(ofWalks, undefined, templateOf) ??
    (sizeName === undefined
      ? undefined
      : ownTokens(
          ofWalks.flatMap((own) => byFrequency(own, ({ giver }) => giver.by.query.get(sizeName))),
          sizeName,
          templateOf,
        )) ??
    opaqueToken(used)
  );
}

/** Whether a template gives all tokens of a list that led on, which may be none, but for a text of each list's own. */
export const givesTokens = (template: Json, walked: Walked, position: PositionForm): boolean =>
  tokensLedOn(walked, position).every((used) => givesToken(template, sampleOf(used, walked)));

/**
 * Whether a template gives all tokens of a list that led on or, where none did, that were offered.
 * @param given where answers tell them, if that is known from a sister
 */
export const givesOffered = (
  template: Json,
  walked: Walked,
  position: PositionForm,
  given?: TokenPlace,
): boolean =>
  usedTokens(walked, position, given).every((used) => givesToken(template, sampleOf(used, walked)));

function givesToken(template: Json, { value, facts }: Sample): boolean {
  const filled = (part: Json) => fill(part, (hole) => facts.get(hole));
  if (typeof template !== 'string') return sameValue(filled(template), value);
  const parts = template
    .split(/(\{[^{}]+\})/)
    .map((part) =>
      part.startsWith('{')
        ? literalPattern(textOf(filled(part)))
        : literalPattern(part).replace(/[A-Za-z\d]/g, '[A-Za-z\\d]'),
    );
  return new RegExp(`^${parts.join('')}$`).test(textOf(value));
}

/**
 * What gives more of the tokens that lists offered and nobody went on with, and all of those that were used: a token may tell the
 * order of its list, though only lists in one order were walked. Undefined where nothing does.
 */
function ofOffered(
  whole: Json,
  used: readonly UsedToken[],
  walked: Walked,
  position: PositionForm,
): Json | undefined {
  const { name } = position;
  const place = tokenPlace(
    used.map(({ giver, token }) => [giver, token]),
    name,
  );
  if (place === undefined) return undefined;
  const givers = new Set(used.map(({ giver }) => giver));
  const offered = walked.walks.flatMap((walk) =>
    walk.pages.flatMap(({ listed, from }) => {
      const token = givers.has(listed) ? undefined : tokenAtPlace(listed, place, name);
      if (token === undefined || from === undefined || listed.ids.length === 0) return [];
      return [sampleOf({ giver: listed, token, walk, place: from + listed.ids.length }, walked)];
    }),
  );
  const gives = (template: Json) => (sample: Sample) =>
    fill(template, (hole) => sample.facts.get(hole)) === sample.value;
  const given = offered.filter(gives(whole)).length;
  if (given === offered.length) return undefined;
  const walkedOn = used.map((one) => sampleOf(one, walked));
  const samples = [...walkedOn, ...offered];
  const made = [decodedTemplate(samples, true) ?? plainTemplate(samples), orderedTemplate(samples, walked)];
  const [best] = made
    .flatMap((template) =>
      template !== undefined && walkedOn.every(gives(template))
        ? [{ template, gives: offered.filter(gives(template)).length }]
        : [],
    )
    .sort((a, b) => b.gives - a.gives);
  return best !== undefined && best.gives > given ? best.template : undefined;
}

/**
 * How a token is made that leads back from where a page begins: all pages but the first tell one, at a place of its own. Undefined
 * where it is the one that leads on to that page, too.
 */
export function backTemplate(walked: Walked, position: PositionForm): Json | undefined {
  const told = walked.walks.flatMap((walk) =>
    walk.pages.flatMap(({ listed, from }) =>
      from === undefined || listed.ids.length === 0
        ? []
        : tokensBeside(listed, position.name).map(({ at, token }) => ({
            at,
            used: { giver: listed, token, walk, place: from },
          })),
    ),
  );
  const leadsOn = (used: UsedToken) => {
    const page = pageGiven(used, walked);
    return page === undefined || tokenAt(Math.max(0, page.from - page.size), position, page) === used.token;
  };
  for (const group of grouped(told, ({ at }) => at).values()) {
    const own = group.map(({ used }) => used);
    const isOther = ({ place, token, giver }: UsedToken) =>
      place > 0 && token !== giver.by.query.get(position.name);
    if (!own.every(isOther) || own.every(leadsOn)) continue;
    const samples = own.map((one) => sampleOf(one, walked));
    const template = madeOfPlace(samples);
    if (template !== undefined) return template;
  }
  return undefined;
}

/** The template of each list's own tokens; undefined where those of one list are not alike. */
function ownTokens(
  lists: readonly (readonly UsedToken[])[],
  sizeName: string | undefined,
  templateOf: (own: readonly UsedToken[]) => Json | undefined,
): Json | undefined {
  const [most = []] = lists.toSorted((a, b) => b.length - a.length);
  const usual = most.length > 1 ? templateOf(most) : undefined;
  if (usual === undefined) return undefined;
  const ofRest = lists.flatMap(([one]) => one!.walk.rest.map(([name]) => name));
  const names = [...new Set([...ofRest, ...(sizeName === undefined ? [] : [sizeName])])].sort();
  const alike = lists.flatMap((own) => {
    const template = templateOf(own);
    const isAlike = template !== undefined && holesIn(template).join() === holesIn(usual).join();
    const { query } = own[0]!.giver.by;
    return isAlike ? [{ name: names.map((name) => query.get(name) ?? '').join('|'), template }] : [];
  });
  const other = shapedOver(alike.map(({ template }) => template)) ?? usual;
  const cases = alike.filter(({ name }) => !name.includes('{'));
  return cases.length < 2
    ? other
    : {
        '{case}': names.map((name) => `{query.${name}|}`).join('|'),
        ...Object.fromEntries(cases.map(({ name, template }) => [name, template])),
        '{else}': other,
      };
}

function opaqueToken(used: readonly UsedToken[]): Json {
  // The place may stand behind what tells nothing.
  const tellsPlace =
    new Set(used.map(({ place }) => place)).size > 1 &&
    used.every(({ token, place }) => new RegExp(`[^\\d]${place}$`).test(token));
  const tokens = [
    ...new Set(used.map(({ token, place }) => (tellsPlace ? token.slice(0, -String(place).length) : token))),
  ];
  const alike = tokens.filter(({ length }) => length === tokens[0]?.length);
  const shape = alike.length > 1 ? shapeOfTexts(alike) : encodedShape(alike);
  return `{place | shaped ${shape ?? 'xxxxxxxxxxxxxxxx'}}${tellsPlace ? '{place}' : ''}`;
}

/** One template for those that differ in texts of one shape: these are made of what the list was asked for. */
function shapedOver(templates: readonly Json[]): Json | undefined {
  const [first] = templates;
  if (templates.every((one) => typeof one === 'string')) return shapedText(templates);
  if (!templates.every(isObject) || !isObject(first)) return undefined;
  const members = Object.keys(first).map((name) => {
    const own = templates.map((one) => one[name]);
    return [name, own.includes(undefined) ? undefined : shapedOver(own as readonly Json[])] as const;
  });
  return members.some(([, member]) => member === undefined)
    ? undefined
    : (Object.fromEntries(members) as Json);
}

function shapedText(templates: readonly string[]): string | undefined {
  const all = templates.map((template) => template.split(/(\{[^{}]*\})/));
  const parts = all[0]!.map((part, at) => {
    const own = [...new Set(all.map((others) => others[at] ?? ''))];
    if (own.length === 1) return part;
    const shape = own.every(({ length }) => length === part.length) ? shapeOfTexts(own) : undefined;
    return shape && `{query | shaped ${shape}}`;
  });
  return parts.includes(undefined) ? undefined : parts.join('');
}

/**
 * A token that is made of another leaf for each value of one parameter, such as that by which the list is sorted. A value that was
 * never asked for is taken for what holds where nothing is.
 */
function orderedTemplate(samples: readonly Sample[], { walks }: Walked): Json | undefined {
  const sortedBy = walks.find(({ ordered }) => ordered !== undefined)?.ordered?.by;
  const found = factNames(samples, 'query.').flatMap((name) => {
    if (/[{}|]/.test(name)) return [];
    const groups = grouped(samples, ({ facts }) => textOf(facts.get(name) ?? ''));
    const cases = [...groups].map(([value, own]) => ({
      value,
      template: madeOfPlace(own) ?? null,
    }));
    const usual = cases.find(({ value }) => value === '')?.template ?? null;
    const ordered = samples.filter(({ facts }) => facts.has(name));
    const made = madeOfPlace(ordered);
    const other = made && usual && countedAs(made, usual, ordered);
    const isCase = ({ value, template }: (typeof cases)[0]) =>
      template !== null && around(template) === around(usual) && !value.includes('{');
    if (
      name === `query.${sortedBy}` &&
      usual !== null &&
      other !== undefined &&
      JSON.stringify(other).includes(' by order') &&
      around(other) === around(usual)
    )
      return [{ named: Infinity, template: { '{case}': `{${name}|}`, '': usual, '{else}': other } }];
    if (cases.length < 2 || !cases.every(isCase)) return [];
    const told = cases.filter(({ value }) => value !== '');
    const named = told.filter(({ value, template }) => JSON.stringify(template).includes(value)).length;
    const byValue = Object.fromEntries(told.map(({ value, template }) => [value, template]));
    return [{ named, template: { '{case}': `{${name}|}`, ...byValue, '{else}': usual } }];
  });
  // Rather the parameter whose values name what the token is made of.
  return found.sort((a, b) => b.named - a.named)[0]?.template;
}

/** A token with what counts pages in the usual one, in place of numbers that happened to be the same each time. */
const countedAs = (made: Json, usual: Json, samples: readonly Sample[]): Json =>
  allLeaves(usual).reduce<Json>((known, [at, leaf]) => {
    const isNumber = typeof valueAt(known, at) === 'number';
    const counted =
      isNumber && /\{(?:place|number)\b/.test(textOf(leaf)) ? withValueAt(known, at, leaf) : known;
    return samples.every((sample) => givesToken(counted, sample)) ? counted : known;
  }, made);

/** What stands between the leaves that a token is made of; of an object in a token, its members. */
function around(template: Json): string {
  const hasMembers =
    isObject(template) && Object.values(template).every((inner) => typeof inner === 'object');
  return JSON.stringify(hasMembers ? withLeaves(template, () => null) : template).replace(
    /\{(?:last|next)(?:\/| by order)[^{}]*\}/g,
    '{}',
  );
}

/** How tokens are made of the places to which they lead, whatever is asked for beside; undefined where they are not. */
const madeOfPlace = (samples: readonly Sample[]): Json | undefined =>
  decodedTemplate(samples) ?? plainTemplate(samples);

/** A token that says its place as it is, or in base64. */
function plainTemplate(all: readonly Sample[]): Json | undefined {
  // A parameter that was not sent may stand there as an empty text.
  const names = factNames(all, 'query.');
  const empty = all.map(({ value, facts }) => ({
    value,
    facts: new Map([...names.map((name) => [name, ''] as const), ...facts]),
  }));
  for (const samples of names.length > 0 ? [empty, all] : [all]) {
    const { template, held } = explainLeaf(samples);
    const isMade = template !== undefined && namesPlace(template);
    if (isMade && held === samples.length)
      return withPlace(samples === all ? template : emptied(template), all);
  }
  return undefined;
}

/** Whether a template tells a place in a list, or a record beside it. */
const namesPlace = (template: Json): boolean =>
  /\{(?:place|number|(?:last|next)(?:\/| by order))/.test(JSON.stringify(template));

/** A number that is the place each time is rather that than always the same. */
function withPlace(template: Json, samples: readonly Sample[]): Json {
  if (typeof template !== 'string') return template;
  const places = new Set(samples.map(({ facts }) => facts.get('place')));
  const [place] = places;
  if (places.size !== 1 || place === undefined || place === 0) return template;
  const parts = template.split(/(\{[^{}]*\}|\d+)/);
  return parts.map((part) => (part === textOf(place) ? '{place}' : part)).join('');
}

const emptied = (template: Json): Json =>
  rewritten(template, (json) => json.replace(/\{(query\.[^{}|]+)\}/g, '{$1|}'));

const codings = ['base64url', 'base64'] as const;
type Coding = (typeof codings)[number];

/**
 * A token that is a JSON object or list in base64, each member explained by itself.
 * @param mayMiss whether it may leave some unexplained
 */
function decodedTemplate(samples: readonly Sample[], mayMiss = false): Json | undefined {
  for (const coding of codings) {
    const decoded = samples.map(({ value, facts }) => ({ value: jsonIn(value as string, coding), facts }));
    if (decoded.length === 0 || decoded.some(({ value }) => value === undefined)) continue;
    const { template, guesses } = explain(decoded);
    if (template !== undefined && (mayMiss || guesses.length === 0) && namesPlace(template))
      return { [`{${coding}}`]: template };
  }
  return undefined;
}

/** The same in the place of each text in which it stands in turn. */
const decodedIn = (value: Json, coding: Coding): Json =>
  withLeaves(value, (leaf) => {
    const inner = typeof leaf === 'string' ? jsonIn(leaf, coding) : undefined;
    return inner === undefined ? leaf : { [`${holeMark}{${coding}}`]: inner };
  });

/** The object or list in a token, if encoding it again gives the token. */
function jsonIn(token: string, coding: Coding): Json | undefined {
  try {
    const value = JSON.parse(
      new TextDecoder().decode(
        Uint8Array.from(atob(token.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0)),
      ),
    ) as Json;
    const isWhole = typeof value === 'object' && value !== null;
    return isWhole && fill({ [`{${coding}}`]: value }, () => undefined) === token
      ? decodedIn(value, coding)
      : undefined;
  } catch {
    return undefined;
  }
}
