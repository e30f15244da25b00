// Takes the texts of records out of what was learned, before it is written down: a profile is shown around, records are not.
// What a template holds of them, or of ids that were made for one answer, is written by its shape.
import { placesIn } from '../../dialect/told-together.ts';
import {
  isList,
  isMarked,
  isNothing,
  mapMembers,
  nameIn,
  numberOf,
  textOf,
  withLeaves,
} from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { lastSegment } from '../../http/parse-url.ts';
import { allLeaves, outerLists, valueAt } from '../../http/pointer.ts';
import type { DialectForm, FieldForm, RecordForm, RecordKind } from '../../dialect/profile-form.ts';
import { leafTexts, leavesOf } from '../../dialect/known-facts.ts';
import { isCodeWord } from '../../dialect/name-words.ts';
import { anyItem } from '../../dialect/conditions.ts';
import { worthOf } from '../../dialect/template-filters.ts';
import { holesIn, parseHole } from '../../dialect/templates.ts';
import { readMoment } from '../../dialect/time-forms.ts';
import { isReadBeside, isWrite } from '../exchanges.ts';
import { grouped, parted } from '../groups.ts';
import type { Write } from './records/sightings.ts';
import type { States } from './records/states.ts';

export function withoutRecords(
  form: DialectForm,
  states: Pick<States, 'sightings' | 'exchanges' | 'writes'>,
): DialectForm {
  const records = mapMembers(form.records, (own, kind) => recordForm(own, kind as RecordKind));
  const texts = new Set(recordTexts(states, records));
  // What several errors say is a word of the service, though a record has it, too.
  const told = form.errors.map(({ body }) => new Set(leafTexts(body)));
  for (const text of texts) if (told.filter((own) => own.has(text)).length > 2) texts.delete(text);
  const left = [
    ...leftInSeveral(form.writes, states),
    ...toldOfSeveral(form.writes, states),
    ...toldByWrites(form.writes, states),
    ...warnedByWrites(states),
    ...numbersOfFaults(states),
  ];
  for (const text of left) texts.delete(text);
  const shared = new Set([...left, ...idsToldAlike(states, texts)]);
  const kinds = kindsOfStrategies(states);
  const clean = (template: Json) => cleaned(template, texts, shared);
  const answer = <Form extends object>(own: Form): Form =>
    mapMembers(own as Record<string, unknown>, (part, name) =>
      templateMembers.has(name) ? clean(part as Json) : part,
    ) as Form;
  return {
    ...form,
    records: mapMembers(records, (own) => ({
      ...own,
      fields: mapMembers(own.fields, fieldOf),
      items: own.items && mapMembers(own.items, fieldOf),
    })),
    lists: mapMembers(form.lists, (own) => {
      const { ignored } = own.query;
      const query = { ...own.query, ignored: ignored && withoutValues(ignored, texts) };
      return { ...answer(own), query };
    }),
    reads: mapMembers(form.reads, answer),
    writes: mapMembers(form.writes, (own) => {
      const { later, monitor } = own;
      return {
        ...answer(own),
        later: later && { ...later, sets: clean(later.sets) },
        monitor: monitor && { ...answer(monitor), steps: monitor.steps?.map(answer) },
      };
    }),
    // What holds for one id alone says nothing of other records; a word that the refusal tells is no secret of theirs.
    errors: form.errors
      .filter(
        ({ when, body }) =>
          when === undefined ||
          when.of === 'request' ||
          ![when, when.and].some((one) => {
            const text = textOf(one?.is);
            return looksMade(text) || (texts.has(text) && !kinds.has(text) && !isTold(text, one!.at, body));
          }),
      )
      .map(answer),
  };
}

/**
 * Whether a refusal says a plain word of the service's, such as a kind of strategies, by itself or as that of the record. One that
 * the record writes with a capital is a name unless it is said in small letters.
 */
function isTold(word: string, at: string, body: Json): boolean {
  if (!/^\p{L}\p{Ll}*$/u.test(word)) return false;
  const isSmall = word === word.toLowerCase();
  const isSaid = leafTexts(body).some((text) =>
    (isSmall ? text.toLowerCase() : text).split(/[^\p{L}]+/u).includes(word.toLowerCase()),
  );
  const isTaken = holesIn(body).some((hole) => parseHole(hole).name.endsWith(at));
  return isSaid || (isSmall && isTaken);
}

/** Words that are kinds of strategies, though there are few of these: at least two strategies share one of a few at its place. */
function kindsOfStrategies({ sightings }: Pick<States, 'sightings'>): ReadonlySet<string> {
  const strategies = new Map(
    sightings.flatMap(({ kind, id, record }) => (kind === 'strategy' ? [[id, record] as const] : [])),
  );
  const leaves = [...strategies.values()].flatMap((record) => leavesOf(record));
  return new Set(
    [...grouped(leaves, ([at]) => at).values()].flatMap((own) => {
      const words = own.map(([, leaf]) => textOf(leaf));
      const values = new Set(words);
      const areWords = own.every(([, leaf]) => /^(?:[\p{Ll}_-]+|[\p{Lu}_-]+)$/u.test(nameIn(leaf) ?? ''));
      return areWords && values.size <= mostKinds && values.size < words.length ? [...values] : [];
    }),
  );
}

const mostKinds = 4;

/** What was asked for in vain may be the text of a record. */
const withoutValues = (ignored: Readonly<Record<string, readonly string[]>>, texts: ReadonlySet<string>) =>
  mapMembers(ignored, (values) => values.filter((value) => !texts.has(value) && !looksMade(value)));

const templateMembers: ReadonlySet<string> = new Set(['body', 'headers', 'item', 'sets', 'makes', 'shows']);

/** Enumerations stay; ids, and references to them, are known by their shape. */
function recordForm(form: RecordForm, kind: RecordKind): RecordForm {
  const withoutIds = (field: FieldForm, at: string): FieldForm => {
    const isReference = at === form.id.at || (kind === 'listing' && at === form.strategy);
    const { values, range, ...rest } = field;
    const isIds = values?.some((value) => typeof value === 'string' && looksMade(value)) === true;
    if (!isReference && !isIds) return field;
    const shape = field.shape ?? (typeof values?.[0] === 'string' ? maskOf(values[0]) : digitsOf(field));
    const lengths = values !== undefined || at === form.id.at ? undefined : range;
    return { ...rest, range: lengths, shape: shape === '' ? undefined : shape };
  };
  const fields = mapMembers(form.fields, withoutIds);
  const items = form.items && mapMembers(form.items, withoutIds);
  const all = { ...fields, ...items };
  const isKept = (at: string) => all[at]?.values !== undefined;
  const together = form.together?.flatMap((cases) => casesWith(cases, isKept));
  return { ...form, fields, items, together: together?.length === 0 ? undefined : together };
}

type Cases = NonNullable<RecordForm['together']>[number];

/** What is left of cases with the values at some places alone: none, where it is of one place. */
function casesWith(cases: Cases, isKept: (at: string) => boolean): Cases[] {
  const left = cases.map(({ seen, values = {}, nulls, lacks }) => {
    const kept = Object.entries(values).flatMap(([at, value]) =>
      isKept(at) || value === '' ? [[at, plain(value)] as const] : [],
    );
    return { seen, values: kept.length === 0 ? undefined : Object.fromEntries(kept), nulls, lacks };
  });
  if (placesIn(left).size < 2) return [];
  const alike = grouped(left, ({ values, nulls, lacks }) => JSON.stringify([values, nulls, lacks]));
  return [
    [...alike.values()].map((own) => ({ ...own[0]!, seen: own.reduce((sum, { seen }) => sum + seen, 0) })),
  ];
}

/** As many digits as the largest of numbers has, and at most as many as all numbers of a double can have. */
const digitsOf = ({ kinds, decimals, range }: FieldForm): string | undefined =>
  range !== undefined && (kinds.includes('integer') || decimals === 0)
    ? '9'.repeat(Math.min(15, String(range[1]).length))
    : undefined;

/** A number as JSON writes it. */
const plain = (value: Json): Json => (isMarked(value) ? numberOf(value)! : value);

const fieldOf = (field: FieldForm): FieldForm => ({
  ...field,
  values: field.values?.map(plain),
  template: field.template && numbersAsHoles(field.template),
});

/** The texts that records were shown with, but for enumerations and what all records of a kind share. */
function recordTexts(
  { sightings }: Pick<States, 'sightings'>,
  forms: Partial<Record<RecordKind, RecordForm>>,
): ReadonlySet<string> {
  const holders = new Map<string, Set<string>>();
  for (const { record, kind, id } of sightings) {
    const own = allLeaves(record).flatMap(([, leaf]) => nameIn(leaf) ?? []);
    for (const text of new Set(own.filter((one) => one.length > 3 && !isNoAmount(one))))
      holders.set(text, (holders.get(text) ?? new Set()).add(`${kind} ${id}`));
  }
  // What many records share says nothing of one.
  const all = new Set(sightings.map(({ kind, id }) => `${kind} ${id}`)).size;
  const texts = new Set(
    [...holders].filter(([, { size }]) => size < 3 || size * 4 < all).map(([text]) => text),
  );
  for (const form of Object.values(forms)) {
    for (const { values = [] } of Object.values(form.fields))
      for (const value of values) texts.delete(textOf(value));
  }
  for (const word of wordsInLists(sightings)) texts.delete(word);
  const names = memberNames(sightings);
  for (const text of texts) if (text.split(/[./]/).every((step) => names.has(step))) texts.delete(text);
  return texts;
}

/** What members of records are called: a text that names one, or the way to one, says nothing of a record. */
const memberNames = (sightings: States['sightings']): ReadonlySet<string> =>
  new Set(sightings.flatMap(({ record }) => allLeaves(record).flatMap(([at]) => at.split('/').slice(1))));

/** Whether an amount stands for none, as -1 and 0 do. */
const isNoAmount = (text: string) => [0, -1].includes(worthOf(text) ?? NaN);

/** The few texts that stand again and again at one place of the items of lists, such as what may be done with a record. */
function wordsInLists(sightings: States['sightings']): string[] {
  const leaves = sightings.flatMap(({ record, kind }) =>
    leavesOf(record, kind, () => anyItem).flatMap(([at, leaf]): (readonly [string, Json])[] =>
      isList(leaf)
        ? leaf.map((item) => [`${at}/${anyItem}`, item])
        : at.includes(`/${anyItem}`)
          ? [[at, leaf]]
          : [],
    ),
  );
  return [...grouped(leaves, ([at]) => at).values()].flatMap((own) => {
    const distinct = new Set(own.map(([, leaf]) => textOf(leaf)));
    const isFew = distinct.size <= mostWords && distinct.size * 4 <= own.length;
    return isFew ? [...distinct].filter((text) => text.length <= 40 && !looksMade(text)) : [];
  });
}

const mostWords = 8;

/** What writes leave alike in several records, such as who wrote last: it is of the account, and of no record. A moment is of neither. */
const leftInSeveral = (forms: DialectForm['writes'], { writes }: Pick<States, 'writes'>): string[] =>
  Object.entries(forms).flatMap(([name, { sets, later }]) => {
    const own = writes.filter(({ by }) => by.endpoint?.name === name);
    return Object.entries({ ...sets, ...later?.sets }).flatMap(([at, set]) =>
      leafTexts(set).filter((text) => {
        const isLeft = ({ after }: Write) =>
          after.some(({ record }) => leafTexts(valueAt(record, at)).includes(text));
        const isMany = new Set(own.filter(isLeft).map(({ id }) => id)).size > 1;
        return isMany && readMoment(text) === undefined;
      }),
    );
  });

/**
 * What stands in lists that answers of writes alone tell, and mostly tell nothing in, such as warnings: it is said of what was
 * asked for. What has a digit may be of the record.
 */
function warnedByWrites({ sightings }: Pick<States, 'sightings'>): string[] {
  const [written, read] = parted(sightings, ({ by }) => isWrite(by));
  const lists = grouped(
    written.flatMap(({ record }) => outerLists(record)),
    ([at]) => at,
  );
  return [...lists].flatMap(([at, own]) => {
    const isRead = read.some(({ record }) => valueAt(record, at) !== undefined);
    const without = written.filter(({ record }) => isEmptyAt(record, at)).map(({ id }) => id);
    return isRead || new Set(without).size < 2
      ? []
      : own.flatMap(([, list]) => leafTexts(list)).filter((text) => !/\d/.test(text));
  });
}

function isEmptyAt(record: Json, at: string): boolean {
  const value = valueAt(record, at);
  return isNothing(value) || (isList(value) && value.length === 0);
}

/** The codes that writes answer of whatever record: such as where the write stands, which the record may tell of its last one. */
const toldByWrites = (forms: DialectForm['writes'], { exchanges }: Pick<States, 'exchanges'>): string[] =>
  Object.entries(forms).flatMap(([name, { body }]) => {
    const own = exchanges.filter((by) => by.ok && by.endpoint?.name === name);
    const records = new Set(own.map(({ recordId }) => recordId)).size;
    return records < fewestTold ? [] : leafTexts(body).filter(isCodeWord);
  });

/** The numbers that faults have as codes: a record may have one of them among its own. */
const numbersOfFaults = ({ exchanges }: Pick<States, 'exchanges'>): string[] =>
  exchanges
    .filter(({ ok }) => !ok)
    .flatMap(({ body }) => allLeaves(body ?? null))
    .flatMap(([at, leaf]) => (/code$/i.test(lastSegment(at)) ? textOf(leaf) : []))
    .filter((text) => /^\d{3,6}$/.test(text));

/** What answers of so many records tell alike is of none of them. */
const fewestTold = 3;

/** What the status monitors of several writes say: a word for where a write stands. */
const toldOfSeveral = (forms: DialectForm['writes'], { exchanges }: Pick<States, 'exchanges'>): string[] => {
  const beside = exchanges.filter((by) => by.ok && isReadBeside(by));
  const isTold = (text: string) =>
    new Set(beside.flatMap(({ path, body }) => (leafTexts(body).includes(text) ? [path] : []))).size > 1;
  return Object.values(forms).flatMap(({ monitor }) =>
    leafTexts([monitor?.body ?? null, ...(monitor?.steps ?? []).map(({ sets }) => sets)]).filter(isTold),
  );
};

/**
 * The ids that answers to different requests tell alike, such as that of a workspace or of a rule: none that was made for one
 * answer. Answered requests tell them alike each time, refusals now this one and now that.
 */
function idsToldAlike({ exchanges }: Pick<States, 'exchanges'>, texts: ReadonlySet<string>): string[] {
  const told = exchanges.flatMap(({ ok, body, headers, path, query, sentText = '' }) => {
    const asked = `${path}?${String(query)} ${sentText}`;
    const leaves = [...leavesOf(body ?? null, '', () => anyItem), ...headers];
    return leaves.flatMap(([at, leaf]) =>
      typeof leaf === 'string' && looksMade(leaf) && !texts.has(leaf) && !asked.includes(leaf)
        ? [{ place: `${ok} ${at}`, ok, leaf, asked }]
        : [],
    );
  });
  return [...grouped(told, ({ place }) => place).values()].flatMap((own) => {
    const ids = [...grouped(own, ({ leaf }) => leaf).values()];
    const isAlike = ids.some((alike) => new Set(alike.map(({ asked }) => asked)).size > 1);
    return isAlike && (ids.length === 1 || !own[0]!.ok) ? own.map(({ leaf }) => leaf) : [];
  });
}

/** @param shared ids that stay, for they are of no record */
const cleaned = (template: Json, texts: ReadonlySet<string>, shared: ReadonlySet<string>): Json =>
  withLeaves(template, (leaf) => {
    if (typeof leaf === 'string') return cleanedText(leaf, texts, shared);
    const isOfRecord = typeof leaf === 'number' && String(leaf).length > 5 && texts.has(String(leaf));
    return isOfRecord ? null : leaf;
  });

function cleanedText(text: string, texts: ReadonlySet<string>, shared: ReadonlySet<string>): Json {
  const isNumber: boolean = isMarked(text);
  if (isNumber) return asHole(text);
  if (shared.has(text)) return text;
  if (!text.includes('{')) {
    const moment = texts.has(text) ? readMoment(text) : undefined;
    if (moment !== undefined) return `{now | time ${moment.form}}`;
    if (texts.has(text)) return shapedHole(text);
  }
  // Holes stay as they are.
  return text.replace(/\{\{|\{[^{}]+\}|[0-9A-Za-z][0-9A-Za-z_-]*/g, (part) => {
    if (part.startsWith('{')) return part;
    return (looksMade(part) && !shared.has(part)) || (texts.has(part) && part.length > 5 && /\d/.test(part))
      ? shapedHole(part)
      : part;
  });
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a word looks like an id or a token that was made for one answer or one record. */
function looksMade(word: string): boolean {
  if (uuid.test(word)) return true;
  const digits = word.replace(/\D/g, '').length;
  return (
    word.length >= 16 &&
    digits >= 3 &&
    /^[0-9A-Za-z_-]+$/.test(word) &&
    !/^[a-z]+([-_][a-z0-9]+)*$/.test(word)
  );
}

const shapedHole = (text: string) => `{answer | shaped ${maskOf(text)}}`;

/** A shape that keeps what names a kind of ids (`req_`), and says of each other sign only whether it is a digit or a letter. */
function maskOf(text: string): string {
  const prefix = /^[A-Za-z]{1,8}[_-](?=.{4})/.exec(text)?.[0] ?? '';
  const rest = text.slice(prefix.length);
  const isHex = /^[0-9a-f-]+$/.test(rest) && /\d/.test(rest) && /[a-f]/.test(rest);
  const mask = rest
    .replace(/[{}|\\]/g, '-')
    .replace(/[0-9a-z]/g, (sign) => (isHex ? 'f' : /\d/.test(sign) ? '9' : 'a'))
    .replace(/[A-Z]/g, 'A');
  return prefix.replace(/[afxAFX9*]/g, '\\$&') + mask;
}

/** Numbers that keep their way of being written, as a text of JSON can hold them. */
const numbersAsHoles = (template: Json): Json =>
  withLeaves(template, (leaf) => (isMarked(leaf) ? asHole(leaf) : leaf));

function asHole(marked: string): string | number {
  const text = textOf(marked);
  const decimals = text.split('.')[1]?.length;
  return decimals === undefined || /e/i.test(text) ? Number(text) : `{=${text} | decimals ${decimals}}`;
}
