// What may stand for one value by what was known then: a fact as it is, in another form, or as a part of a text.
import { isList, isMarked, numberOf, textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { literalPattern } from '../../http/literal-pattern.ts';
import { lastSegment } from '../../http/parse-url.ts';
import { valueAt } from '../../http/pointer.ts';
import { onceFor } from '../once-for.ts';
import { ofPreferences } from '../../dialect/known-facts.ts';
import type { Facts } from '../../dialect/known-facts.ts';
import { wordsInName } from '../../dialect/name-words.ts';
import {
  amountFilter,
  applyFilter,
  asOther,
  countedOn,
  countIn,
  inUnit,
  nearest,
  numberInBytes,
  numeric,
  steps,
  units,
  worthOf,
} from '../../dialect/template-filters.ts';
import { literal } from '../../dialect/templates.ts';
import {
  dayLong,
  laterInDay,
  precisionOf,
  readClock,
  readMoment,
  writeMoment,
} from '../../dialect/time-forms.ts';

export type Add = (template: Json, rank: number) => void;

interface Proposal {
  readonly template: Json;
  /** Of two that explain the same, the lower one is preferred. */
  readonly rank: number;
}

/** By what was known, the proposals for values: errors are explained again and again beside those of other kinds. */
const proposedBy = onceFor<Facts, Map<Json, readonly Proposal[]>>(() => new Map());

/** The templates that may give a value by what was known then. */
export function proposalsFor(value: Json, facts: Facts): readonly Proposal[] {
  const known = proposedBy(facts);
  let own = known.get(value);
  if (own === undefined) {
    const found: Proposal[] = [];
    proposeFor(value, facts, (template, rank) => found.push({ template, rank }));
    known.set(value, (own = found));
  }
  return own;
}

function proposeFor(value: Json, facts: Facts, add: Add): void {
  const number = numberOf(value);
  if (number !== undefined) proposeNumber(value, number, facts, add);
  else if (typeof value === 'boolean') proposeBoolean(value, facts, add);
  else if (typeof value === 'string') proposeText(value, facts, add);
}

/** By how much another rank than its place gives it a fact has: what is below 0 is rather told than others that say the same. */
const handicaps: Readonly<Record<string, number>> = {
  // What pages leave of what was asked for is rarely there, and so hardly the same by chance.
  'page.left asked': -5,
  // That a list shows nothing is rarely what is told: only where it is not always the same.
  'page.any': 25,
  'page.none': 25,
  // What cannot be found is told by its name alone, and not with the sign of a direction that happened not to be sent.
  'value.named': -0.5,
};

/** The facts that may stand in answers, with the ranks of those that tell them: earlier ones are preferred. */
function* ranked(facts: Facts): Generator<[name: string, fact: Json, rank: number]> {
  let rank = 20;
  for (const [name, fact] of facts) {
    rank += 0.01;
    // Small numbers happen to be as many as requests.
    if (!name.startsWith(ofPreferences) && name !== 'page.part' && name !== 'requests')
      yield [name, fact, rank + (handicaps[name] ?? 0)];
  }
}

function proposeNumber(value: Json, number: number, facts: Facts, add: Add): void {
  // Only what becomes of a record is measured anew.
  const isWrite = facts.has('names strategy');
  const decimals = textOf(value).split('.')[1]?.length ?? 0;
  const form = readMoment(value)?.form;
  for (const [name, fact, rank] of ranked(facts)) {
    const moment = besidePlace.test(name) ? readMoment(fact) : undefined;
    if (
      form !== undefined &&
      moment !== undefined &&
      form !== moment.form &&
      writeMoment(moment.at, form) === number
    )
      add(`{${name} | moment ${form}}`, rank);
    // What a record writes with its unit is told without it, too.
    const isAmountOf = /^(?:record|was)\//.test(name) || (isWrite && name.startsWith('sent/'));
    const known = isAmountOf ? worthOf(fact) : numeric(fact);
    if (known === undefined) continue;
    if (known === number) {
      const plain = numberOf(fact) === undefined ? `{${name} | number}` : `{${name}}`;
      // A number is told in the same number of decimals, whatever was sent.
      const isWrittenAlike = !isMarked(value) || textOf(fact) === textOf(value);
      // What counts items is told wherever it is no constant.
      const isCount = name.startsWith('sent.items/');
      add(plain, rank + (isCount ? 15 : isWrittenAlike ? 0 : 1));
      if (isMarked(value)) add(`{${name} | decimals ${decimals}}`, rank + (isWrittenAlike ? 1 : 0));
    } else if (name.startsWith('sent/') && Math.abs(known - number) <= 0.5 / 10 ** decimals) {
      // A number that is rounded to two decimals may happen to have one.
      for (const kept of [decimals, decimals + 1, decimals + 2])
        if (Number(known.toFixed(kept)) === number) add(`{${name} | rounded ${kept}}`, rank + 2);
    }
    if (name === 'writes') add(`{${countedFrom(name, known, number)}}`, rank + 12);
    if (isWrite && name.startsWith('sent/'))
      for (const step of stepsBetween(known, number)) add(`{${name} | nearest ${step}}`, rank + 3);
    if (
      name !== numberOfNext &&
      /^(page\.|item\.|place|number|was\/|limit\.)/.test(name) &&
      Math.abs(number - known) === 1
    )
      add(`{${name} | plus ${number - known}}`, rank + (number === 0 || number === 1 ? 9 : 2));
    if (/^(sent|record|was|body)\//.test(name) && known !== 0 && number !== 0) {
      for (const factor of units) {
        if (factor !== 1 && Math.abs(known * factor - number) < 1e-6 * Math.abs(number))
          add(`{${name} | times ${factor}}`, rank + (isWrite ? 3 : 25));
      }
    }
  }
  proposeMoment(value, facts, add);
}

/** A number that goes up by one with each write or request. */
const countedFrom = (what: string, known: number, number: number) => `${what} | plus ${number - known}`;

/** Such a number at the end of a text, or as the eight bytes of a version. */
function proposeCount(value: string, facts: Facts, add: Add): void {
  const [requests, writes] = [facts.get('requests'), facts.get('writes')];
  const [, before, digits] = /^(.*?)(\d{2,15})$/.exec(value) ?? [];
  for (const [what, known, rank] of [
    ['writes', writes, 30],
    ['requests', requests, 31],
  ] as const)
    if (digits !== undefined && typeof known === 'number')
      add(`${literal(before!)}{${countedFrom(what, known, Number(digits))} | digits ${digits.length}}`, rank);
  if (typeof writes !== 'number') return;
  const version = /^[A-Za-z0-9+/]{11}=$/.test(value) ? numberInBytes(value) : undefined;
  if (version !== undefined) add(`{${countedFrom('writes', writes, version)} | bytes 8}`, 30);
}

/** The next page is told as it is, and not as one more or less, which is rather another number. */
const numberOfNext = 'page.next number';

/** The steps to which a number that was sent may have been rounded. */
const stepsBetween = (sent: number, number: number): number[] =>
  number === 0 || sent === number ? [] : steps.filter((step) => nearest(sent, step) === number);

const limitEnds = /^limit\..*\.ends$/;

function proposeMoment(value: Json, facts: Facts, add: Add): void {
  const now = facts.get('now');
  // Seconds or milliseconds since 1970, as headers write them.
  const isDigits = typeof value === 'string' && /^\d{10}(?:\d{3})?$/.test(value);
  const moment = readMoment(isDigits ? Number(value) : value);
  if (typeof now !== 'number') return;
  if (moment === undefined) {
    proposeClock(value, now, add);
    return;
  }
  const { at, form } = moment;
  const precision = precisionOf(form);
  const propose = (known: string, cost: number) => {
    add(`{${known} | time ${form}${isDigits ? ' | text' : ''}}`, cost);
  };
  for (const [name, fact] of facts) {
    if (!limitEnds.test(name) || typeof fact !== 'number') continue;
    if (at === fact) propose(name, 10);
    // Clients wait rather too long than too short.
    if (at > fact && at - fact < precision) propose(`${name} | plus ${precision - 1}`, 11);
  }
  // A moment of the record in another form, which may leave parts of a second out.
  for (const [name, fact] of facts) {
    const told = name.startsWith('record/') && typeof fact === 'string' ? readMoment(fact) : undefined;
    if (told !== undefined && told.form !== form && told.at >= at && told.at - at < precision)
      propose(name, 15);
  }
  const apart = at - now;
  if (Math.abs(apart) <= Math.max(2500, precision)) propose('now', 12);
  // A day is told by how many days it is off.
  if (precision === dayLong) {
    const days = Math.round((at - Math.floor(now / dayLong) * dayLong) / dayLong);
    if (days !== 0 && Math.abs(days) <= 32) propose(`now | plus ${days * dayLong}`, 9);
    return;
  }
  // A moment to wait for may be rounded up.
  if (apart > 0 && apart <= 2500 && precision >= 1000)
    propose(`now | plus ${Math.ceil(apart / 1000) * 1000}`, 13);
  const seconds = Math.round(apart / 1000);
  // What is told without a zone may be told in that of the service, to the minute.
  const near = Math.max(2500, Math.min(precision, 60_000));
  if (Math.abs(apart) > 2500 && Math.abs(apart) <= 32 * 86_400_000) {
    for (const step of [1, 60, 900, 3600]) {
      const rounded = Math.round(seconds / step) * step;
      if (rounded !== 0 && Math.abs(rounded * 1000 - apart) <= near)
        propose(`now | plus ${rounded * 1000}`, 14 - Math.log10(step));
    }
  }
}

/** The time of the day alone, which may be told in the zone of the service, to a quarter of an hour. */
function proposeClock(value: Json, now: number, add: Add): void {
  const clock = readClock(value);
  if (clock === undefined) return;
  const apart = laterInDay(now, clock.at);
  const quarter = 900_000;
  const zone = Math.round(apart / quarter) * quarter;
  if (Math.abs(apart - zone) > Math.max(2500, precisionOf(clock.form))) return;
  add(`{now${zone === 0 ? '' : ` | plus ${zone}`} | time ${clock.form}}`, zone === 0 ? 12 : 13);
}

function proposeBoolean(value: boolean, facts: Facts, add: Add): void {
  for (const [name, fact, rank] of ranked(facts)) {
    if (fact === value) add(`{${name}}`, rank);
    else if (fact === !value) add(`{${name} | not}`, rank + 1);
    else if (typeof fact === 'string' && fact === String(value) && name.startsWith('query.'))
      add(`{${name}}`, rank + 2);
  }
}

/** Case forms in which the name of a parameter is written inside of codes and messages. */
export const nameForms = ['lower', 'upper', 'snake', 'constant', 'kebab', 'spaced', 'pascal', 'sentence'];

function proposeText(value: string, facts: Facts, add: Add): void {
  for (const [name, fact, rank] of ranked(facts)) {
    if (typeof fact === 'string' && fact === value)
      // What was objected to is rather told again than there by chance, however short it is.
      add(`{${name}}`, rank - (isTellingFact(name, value) ? 5 : -15));
    else if (typeof fact === 'string' && fact.toLowerCase() === value.toLowerCase() && /[a-z]/i.test(value))
      add(`{${name} | ${value === value.toUpperCase() ? 'upper' : 'lower'}}`, rank + 2);
    else if (fact !== null && numberOf(fact) !== undefined && textOf(fact) === value)
      add(`{${name} | text}`, rank);
    else if (
      typeof fact === 'number' &&
      name !== numberOfNext &&
      /^(page\.|item\.|place)/.test(name) &&
      /^\d+$/.test(value) &&
      Math.abs(fact - Number(value)) === 1
    )
      add(`{${name} | plus ${Number(value) - fact} | text}`, rank + 3);
    else if (/^(sent|record|was)\//.test(name) && isAmount(value)) {
      const known = worthOf(fact);
      if (known === undefined) continue;
      const written = amountFilter(value);
      const grouped = /^fixed \D/.test(written) ? written.replace('fixed', 'grouped') : undefined;
      // As short as can be: whole numbers do not say that others are rounded.
      if (String(known) === value) add(`{${name} | number | text}`, rank + 0.9);
      if (facts.has('names strategy') && name.startsWith('sent/'))
        for (const step of stepsBetween(known, worthOf(value)!))
          add(`{${name} | nearest ${step} | ${written}}`, rank + 3);
      for (const factor of units) {
        if (known !== 0 && applyFilter(written, known * factor) === value) {
          const scaled = factor === 1 ? '' : ` | times ${factor}`;
          const own = rank + 1 + (factor === 1 ? 0 : 2);
          add(`{${name}${scaled} | ${written}}`, own);
          // Of amounts below a thousand nobody sees how larger ones are parted.
          if (grouped !== undefined) add(`{${name}${scaled} | ${grouped}}`, own + 0.05);
          if (facts.has('names strategy') && name.startsWith('sent/'))
            for (const other of inSameUnit(value, facts))
              add(`{${name}${scaled} | ${written.replace(/ .*/, '')} ${asOther}${other}}`, own + 0.5);
        }
      }
    }
  }
  proposeMoment(value, facts, add);
  proposeCount(value, facts, add);
  if (/^\d{1,9}$/.test(value)) {
    for (const [name, fact] of facts) {
      if (!name.startsWith('was/') || numeric(fact) !== Number(value) - 1) continue;
      const hasZeros = /^0\d/.test(textOf(fact)) && textOf(fact).length === value.length;
      add(`{${name} | plus 1 | ${hasZeros ? `digits ${value.length}` : 'text'}}`, 19);
    }
  }
  // A version such as `1.9` goes up to `1.10`.
  for (const [name, fact] of facts)
    if (name.startsWith('was/') && countIn(value)?.[0] !== '' && countedOn(textOf(fact), 1) === value)
      add(`{${name} | count 1}`, 19);
  // What becomes of an amount with its unit is told as a whole, so that there is none where there is no amount.
  const isOfRecord = facts.has('names strategy') || !facts.has('method');
  const isMeasured = isOfRecord && inUnit(value) !== undefined;
  for (const [template, strength] of embed(value, facts)) add(template, strength + (isMeasured ? 10 : 0));
  const decoded = decode(value);
  if (decoded === undefined) return;
  for (const [template] of embed(decoded, facts)) {
    // Without padding it is the form for links, unless another sample says otherwise.
    add({ '{base64url}': template }, value.endsWith('=') ? 19 : 17.9);
    add({ '{base64}': template }, 18);
  }
}

/** Whether a text is rather told again than there by chance, as a word is that an item of a list in a record has. */
const isTellingFact = (name: string, value: string): boolean =>
  name === 'value' ||
  name === 'value.text' ||
  (isTelling(value) && !(/^record\/.*\/\d+\//.test(name) && /^\p{L}{1,12}$/u.test(value)));

/** Where a record has other amounts in the unit of this one, if that is told with it. */
function inSameUnit(value: string, facts: Facts): string[] {
  const unit = inUnit(value)?.unit;
  return unit === undefined
    ? []
    : [...facts].flatMap(([name, fact]) =>
        name.startsWith('was/') && inUnit(fact)?.unit === unit ? [name] : [],
      );
}

/** Whether a text is an amount, with a unit or without. */
const isAmount = (text: string) => /^-?\d+([.,]\d+)?(?!.*\d)/.test(text) || inUnit(text) !== undefined;

/** A text that hardly stands somewhere by chance. */
const isTelling = (text: string) =>
  text.length >= 6 || (text.length >= 3 && /[^a-z]/.test(text) && !/^\d{3}$/.test(text));

/** The plain text of base64, if it is one. */
function decode(value: string): string | undefined {
  if (value.length < 3 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return undefined;
  try {
    const text = atob(value.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''));
    return /^[\x20-\x7e]+$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

interface Piece {
  readonly text: string;
  /** The holes that give it. */
  readonly holes: readonly string[];
  readonly isTelling: boolean;
  /** Whether it stands only as a word of its own, however long it is. */
  readonly isWord: boolean;
}

/** The text with what is known taken out of it, each way in which that can be done, with its rank. */
function embed(value: string, facts: Facts): [template: string, rank: number][] {
  const pieces = piecesIn(value, facts);
  if (pieces.length === 0) return [];
  const found: [string, number][] = [];
  const take = (own: readonly Piece[], rank: number) => {
    const places = writtenAlike(placed(value, own));
    if (places.length === 0) return;
    const ways = Math.min(6, Math.max(...places.map(({ piece }) => piece.holes.length)));
    for (let way = 0; way < ways; way += 1) {
      let [template, end] = ['', 0];
      for (const { at, piece } of places) {
        template +=
          literal(value.slice(end, at)) + `{${piece.holes[Math.min(way, piece.holes.length - 1)]!}}`;
        end = at + piece.text.length;
      }
      found.push([template + literal(value.slice(end)), rank + way * 0.1]);
    }
  };
  take(
    pieces.filter((piece) => piece.isTelling),
    17,
  );
  take(pieces, 24);
  if (pieces.length <= 5) for (const piece of pieces) take([piece], piece.isTelling ? 18 : 25);
  return found;
}

/** Amounts that one text tells are written alike: one that happens to have its decimals is told as another one that has them so. */
function writtenAlike(places: ReturnType<typeof placed>): ReturnType<typeof placed> {
  const filters = places.flatMap(
    ({ piece }) => / \| (?:fixed|grouped|comma) \d$/.exec(piece.holes[0]!) ?? [],
  );
  return places.map(({ at, piece }) => {
    const own = piece.holes.find((hole) => filters.some((filter) => hole.endsWith(filter)));
    return own === undefined ? { at, piece } : { at, piece: { ...piece, holes: [own, ...piece.holes] } };
  });
}

/** A token is called after the flag that it is: `FALSE_VALUE`, `VALUE_FALSE`. */
const valueInCapitals = { of: 'value.json', hole: 'value.json | upper' };

/** What stands before the place of a list that was sent, of which it is told how many items it has. */
const ofItems = 'sent.items';

/** The names of what the records beside the place of a token have, and of what their list is ordered by. */
const besidePlace = /^(?:last|next)(?:\/| by order$)/;

/** The names of what a record has, and of what its list is ordered by. */
const ofRecord = /^(?:(?:first|last|record|strategy|was)\/|last by order)/;

function piecesIn(value: string, facts: Facts): Piece[] {
  const byText = new Map<string, string[]>();
  const note = (text: string, hole: string) => {
    if (text === '' || text.length > value.length || !value.includes(text)) return;
    const holes = byText.get(text);
    if (holes === undefined) byText.set(text, [hole]);
    // A sentence tells the name in a value rather than the value, unless it quotes it.
    else if (hole === 'value.named' && !isQuoted(value, text)) holes.unshift(hole);
    else if (holes.length < 6 && !holes.includes(hole)) holes.push(hole);
  };
  for (const [name, fact] of facts) {
    if (typeof fact === 'boolean' || fact === null || typeof fact === 'object') continue;
    if (name.startsWith(ofPreferences) || name === 'requests') continue;
    const text = textOf(fact);
    // Within a sentence, what is no text is told as JSON.
    if (name === 'value.text' && text !== value) continue;
    if (name === 'value.first' && !isQuotedAlone(value, text)) continue;
    // How many members an object has is hardly told.
    if (name.startsWith(ofItems) && !isList(valueAt(facts.get('sent'), name.slice(ofItems.length)))) continue;
    if (text.length < 3 && ofRecord.test(name) && !isBetweenSigns(value, text)) continue;
    note(text, name);
    // Where a list goes on is told by the moment that it is sorted by, however that is written.
    const moment = besidePlace.test(name) ? readMoment(fact) : undefined;
    if (moment !== undefined) {
      for (const form of ['s', 'ms'])
        if (form !== moment.form) note(textOf(writeMoment(moment.at, form)), `${name} | moment ${form}`);
      const seconds = moment.at / 1000;
      note(Number.isInteger(seconds) ? `${seconds}.0` : String(seconds), `${name} | moment s.SSS | double`);
    }
    if (/^\d+$/.test(text))
      for (const [digits] of value.matchAll(/(?<!\d)0\d+/g))
        if (Number(digits) === Number(text) && Number(text) !== 0)
          note(digits, `${name} | digits ${digits.length}`);
    if (
      typeof fact === 'number' &&
      name !== numberOfNext &&
      /^(place|number|page\.|item\.|sent\.(?!items)|value\.(start|end|key\.end))/.test(name)
    ) {
      note(String(fact + 1), `${name} | plus 1`);
      if (fact > 0) note(String(fact - 1), `${name} | plus -1`);
    }
    if (name === 'param.kind') note(textOf(applyFilter('article', fact)), `${name} | article`);
    if (name.startsWith('param') || name === 'value.type' || name === 'endpoint.of') {
      for (const form of nameForms) note(textOf(applyFilter(form, fact)), `${name} | ${form}`);
    }
    if (name === valueInCapitals.of && /^(true|false)$/.test(text))
      note(text.toUpperCase(), valueInCapitals.hole);
    const number = numeric(fact);
    if (number !== undefined && /^(sent|value|record|was|limit|query)/.test(name)) {
      const isWhole = String(number) === value && name.startsWith('sent/') && facts.has('names strategy');
      note(String(number), `${name} | number${isWhole ? ' | text' : ''}`);
      note(number.toFixed(2), `${name} | fixed 2`);
      for (const way of ['comma 2', 'grouped 2']) note(textOf(applyFilter(way, number)), `${name} | ${way}`);
      note(Number.isInteger(number) ? `${number}.0` : String(number), `${name} | double`);
    }
  }
  return [...byText]
    .map(([text, holes]) => ({
      text,
      holes,
      isTelling:
        isTelling(text) ||
        (text.length >= 2 && holes.some((hole) => /^(param|value|id$)/.test(hole))) ||
        holes[0] === 'value.first' ||
        isEcho(value, text, holes),
      isWord:
        (text.length < 6 && holes[0] !== valueInCapitals.hole) ||
        /^(param\.kind|endpoint\.of|value\.type)/.test(holes[0]!),
    }))
    .sort((a, b) => b.text.length - a.text.length);
}

/** Whether a text is another one with signs around it, such as `"2"` and `#27`. */
const isBetweenSigns = (value: string, text: string): boolean =>
  numeric(value) === undefined && /^[^\w\s]{1,2}$/.test(value.replace(text, ''));

/** Whether one sign stands in a text in quotes, or is called a character, and nowhere else by itself. */
const isQuotedAlone = (value: string, sign: string): boolean => {
  const alone = [...value.matchAll(/(?<!\w)\w(?!\w)/g)].filter(([one]) => one === sign);
  return (
    alone.length > 0 &&
    alone.every(
      ({ index }) => isQuoted(value.slice(index - 1), sign) || /\bcharacter:? $/i.test(value.slice(0, index)),
    )
  );
};

const isQuoted = (value: string, text: string) => /["'`]/.test(value[value.indexOf(text) - 1] ?? '');

/**
 * A number that was sent stands in an answer because it was sent; 0 and 1 only where the text begins or quotes, 0 behind a
 * number that it is below: `at least 1, not 0`, and any that the text calls what was sent: `has value 0`, or by the name of the
 * id that it is: `strategy 1` of `strategyId`.
 */
function isEcho(value: string, text: string, holes: readonly string[]): boolean {
  if (!/\s/.test(value) || !holes.some((hole) => /^(value|sent[./]|query\.)/.test(hole))) return false;
  const before = value[value.indexOf(text) - 1];
  const isBelow = text === '0' && /(?<![\w.,-])[1-9]\d*(?!\w|[.,]\d).*\b0\b/s.test(value);
  return (
    text.length > 1 ||
    (text !== '0' && text !== '1') ||
    before === undefined ||
    /["'(]/.test(before) ||
    new RegExp(`\\b(?:value|got|received|given)[: ]+${literalPattern(text)}(?![\\w.])`, 'i').test(value) ||
    holes.some((hole) => hole.startsWith('sent/') && isCalledAfter(value, text, hole)) ||
    isBelow
  );
}

/** Whether a text calls a number by the last word of the name under which it was sent, but for `id`. */
function isCalledAfter(value: string, text: string, hole: string): boolean {
  const word = wordsInName(lastSegment(hole)).findLast((one) => one !== 'id');
  return (
    word !== undefined &&
    new RegExp(`\\b${literalPattern(word)}s? #?${literalPattern(text)}(?![\\w.,%])`, 'i').test(value)
  );
}

/** Where pieces stand in a text, none over another; a short one stands there only as a word of its own. */
function placed(value: string, pieces: readonly Piece[]): { at: number; piece: Piece }[] {
  const taken = new Array<boolean>(value.length).fill(false);
  const found: { at: number; piece: Piece }[] = [];
  for (const piece of pieces) {
    for (let at = value.indexOf(piece.text); at !== -1; at = value.indexOf(piece.text, at + 1)) {
      const end = at + piece.text.length;
      const within = /\w/.test(value[at - 1] ?? ' ') || /\w/.test(value[end] ?? ' ');
      const isNumber = /^-?\d+(\.\d+)?$/.test(piece.text);
      // The 0 of 0.01 is no number of its own.
      const isPart = /\d[.,]$/.test(value.slice(0, at)) || /^[.,]\d/.test(value.slice(end));
      // A word of a record is no part of another word.
      const isInWord =
        ofRecord.test(piece.holes[0]!) &&
        /(?:\p{L}\p{Ll}|\p{Lu}_\p{Lu})$/u.test(value.slice(Math.max(0, at - 2), at + 1)) &&
        at > 0;
      // A number that was sent may be told behind a word or a letter for what it is the id of, as `s_12`.
      const isOfKind =
        /(?<![\w-])[A-Za-z]{1,8}_$/.test(value.slice(0, at)) &&
        !/[\w-]/.test(value[end] ?? ' ') &&
        /^(?:value|id$)/.test(piece.holes[0]!);
      const isInside = isNumber
        ? (within && !isOfKind) || isPart
        : isInWord || (within && /^\w/.test(piece.text) && piece.isWord);
      if (isInside || taken.slice(at, end).includes(true)) continue;
      taken.fill(true, at, end);
      found.push({ at, piece });
      // What is said of 0 behind it is a limit: `0.00 must be above 0.00`.
      if (Number(piece.text) === 0 && /^(value|sent\/)/.test(piece.holes[0]!)) break;
    }
  }
  return found.sort((a, b) => a.at - b.at);
}
