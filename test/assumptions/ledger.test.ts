// The ledger as a whole: every entry and every value of it is probed, every gap of the specification has an answer: an
// assumption about behaviour, a place of the form of answers, or an option.
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { assumptionIds, assumptions } from '../../src/spec/assumptions.ts';
import type { AssumptionId } from '../../src/spec/assumptions.ts';
import { parseValue, validValues } from '../../src/spec/assumption.ts';
import type { Asked } from '../../src/spec/assumption.ts';
import { changeForm, formPlaceNames, formPlaces, formValue } from '../../src/spec/form.ts';
import type { FormPatch, FormPlace } from '../../src/spec/form.ts';
import { defaultForm, presetNames, presets } from '../../src/spec/presets.ts';
import type { Preset } from '../../src/spec/presets.ts';
import { createSettings, isAssumptionId } from '../../src/spec/settings.ts';
import type { AnswerId } from '../../src/spec/settings.ts';
import { shorthandIds, shorthands } from '../../src/spec/shorthands.ts';
import { formProblems } from '../../src/dialect/check-form.ts';
import { formProbes, probes } from './probes.ts';

/** The sections of the specification. */
const sections = ['§1', '§2', '§3', '§4', '§5', '§6', '§7', '§8', '§9'];

type Answer = AssumptionId | `form.${FormPlace}`;

/** Every place where the specification says "not shown", in its order, with what answers it. */
const gaps: readonly (readonly [section: string, words: string, answeredBy: readonly Answer[]])[] = [
  ['§2', 'other fields of the listing record', ['form.fields.listing', 'form.times', 'bounds-effect']],
  ['§2', 'other fields of the strategy record', ['form.fields.strategy']],
  [
    '§2',
    'names, types and allowed values of the fields of a report run',
    ['form.fields.reportRun', 'form.links', 'link-ttl', 'form.files.expired', 'form.files.errors'],
  ],
  ['§3', 'states and transitions of listings, strategies and report runs', ['form.states.queued']],
  ['§4', 'exact response bodies of every endpoint', ['form.record', 'form.written', 'form.list']],
  [
    '§4',
    'query parameters, pagination, filtering and sorting of the list endpoints',
    ['form.paging.by', 'form.paging.default', 'filters', 'sort', 'unknown-query'],
  ],
  [
    '§4',
    'validation rules for minPrice and maxPrice',
    [
      ...(['both-bounds', 'bounds-order', 'equal-bounds', 'price-range'] as const),
      ...(['decimals', 'null-bound', 'empty-patch', 'numeric-strings'] as const),
    ],
  ],
  // What is defined nowhere is not there: no endpoint that creates, no events.
  ['§4', 'endpoints that create listings or strategies', []],
  ['§6', 'events, webhooks and notifications', []],
  [
    '§7',
    'the list of error codes and their mapping to statuses',
    ['form.errors.codes', 'form.errors.param', 'form.errors.statuses'],
  ],
  [
    '§8',
    'rate-limit response headers, retry timing and other quotas',
    [
      ...(['form.headers.limits', 'form.headers.retryAfter', 'rate-algorithm'] as const),
      ...(['rejected-counted', 'form.paging.most', 'max-body'] as const),
    ],
  ],
  ['§9', 'deprecation policy, other versions and version negotiation', ['versions']],
];

const asked: readonly (readonly [name: Answer, entry: Asked])[] = [
  ...assumptionIds.map((id) => [id, assumptions[id]] as const),
  ...formPlaceNames.map((place) => [`form.${place}`, formPlaces[place]] as const),
];

test('each "not shown" of the specification is answered by entries of its section', () => {
  expect(gaps).toHaveLength(12);
  const entries = new Map(asked);
  for (const [section, words, answeredBy] of gaps) {
    const found = answeredBy.map((name) => entries.get(name)!.section);
    expect(found, `${section} ${words}`).toEqual(answeredBy.map(() => section));
  }
});

test.each(asked)('%s names a section, asks a question, gives a reason', (_, entry) => {
  const { section, question, reason, gap } = entry;
  expect(sections).toContain(section);
  expect(question).toMatch(/^\S.*\?$/);
  expect(reason).toMatch(/^\S.*\.$/);
  expect(gap).toMatch(/^A\d+$/);
});

test.each(assumptionIds)('%s has a default that it accepts', (id) => {
  const entry = assumptions[id];
  expect(parseValue(entry, String(entry.default))).toBe(entry.default);
});

test.each(formPlaceNames)('the default form says at %s what is the default there', (place) => {
  const entry: Asked = formPlaces[place];
  if (entry.kind === 'choice') expect(formValue(defaultForm, place)).toBe(entry.values[0]);
  expect(formProblems(defaultForm as never)).toEqual([]);
});

test.each(shorthandIds)(
  'the shorthand %s says what the default form does, and stands for a place of it',
  (id) => {
    const { entry, place, read } = shorthands[id];
    expect(read(defaultForm)).toBe(entry.default);
    expect(formPlaceNames).toContain(place);
  },
);

test.each(presetNames)('the preset %s is valid, and says only what differs', (name) => {
  const { assumptions: answers = {}, form }: { form: FormPatch } & Preset = presets[name];
  const usual = createSettings();
  for (const [id, value] of Object.entries(answers)) {
    expect(parseValue(assumptions[id as AssumptionId], String(value))).not.toBe(usual[id as AssumptionId]);
  }
  expect(formProblems(form)).toEqual([]);
  const whole = changeForm(defaultForm, form);
  expect(createSettings(name).form).toEqual(whole);
  expect(isDeepStrictEqual(whole, defaultForm)).toBe(name === 'default');
});

test('the ids are kebab-case, and there are two dozen of them and ten shorthands', () => {
  for (const id of [...assumptionIds, ...shorthandIds]) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  expect(assumptionIds.length).toBeLessThan(30);
  expect(shorthandIds).toHaveLength(10);
});

test('every assumption, shorthand and place of the form is probed, and nothing else', () => {
  expect(Object.keys(probes).sort()).toEqual([...assumptionIds, ...shorthandIds].sort());
  const short = shorthandIds.map((id) => shorthands[id].place);
  const places = formPlaceNames.filter((place) => place === 'list' || !short.includes(place));
  expect(Object.keys(formProbes).sort()).toEqual(places.sort());
});

const entryOf = (id: AnswerId): Asked => (isAssumptionId(id) ? assumptions[id] : shorthands[id].entry);

const probed = [
  ...[...assumptionIds, ...shorthandIds].map((id) => {
    const entry = entryOf(id);
    return [id, entry, probes[id].expected] as const;
  }),
  ...(Object.keys(formProbes) as FormPlace[]).map((place) => {
    return [`form.${place}`, formPlaces[place], formProbes[place]!.expected] as const;
  }),
] as readonly (readonly [string, Asked, Readonly<Record<string, unknown>>])[];

test.each(probed)(
  'every value of %s is probed, and each makes a difference to every other',
  (_, entry, expected) => {
    const values = Object.keys(expected);
    if (entry.kind === 'choice') expect(values.sort()).toEqual([...entry.values].sort());
    else if (entry.kind === 'template') expect(values.length).toBeGreaterThan(1);
    else {
      if (entry.kind === 'amount')
        expect(values).toEqual(expect.arrayContaining([String(entry.min), String(entry.max)]));
      expect(values.length).toBeGreaterThan(1);
      for (const value of values) expect(parseValue(entry, value), value).toBeDefined();
    }
    const observations = Object.values(expected);
    const equal = observations.filter((one, at) =>
      observations.some((other, to) => to < at && isDeepStrictEqual(one, other)),
    );
    expect(equal).toEqual([]);
  },
);

test.each([...assumptionIds, ...shorthandIds])(
  '%s refuses what it does not offer, and says what it does',
  (id) => {
    const entry = entryOf(id);
    for (const value of ['', 'nonsense with a space', '-1', '1e99', null, {}, true]) {
      expect(() => createSettings('default', { [id]: value })).toThrow(validValues(entry));
    }
  },
);

test('a key that a list has already, or that has no place in it, is refused', () => {
  expect(() => createSettings('default', { 'list-key': 'has_more' })).toThrow(
    /'list-key' cannot be "has_more"/,
  );
  expect(() => createSettings('spec-only', { 'list-key': 'items' })).toThrow(/stand under no key/);
  const { form } = createSettings('spec-only', { 'list-key': 'items', 'list-envelope': 'data' });
  expect(form.list).toEqual({ items: '{records}' });
});

test('a list of the user’s own keeps its other members when its key is renamed', () => {
  const list = { kind: 'page', found: '{records}', total: '{total}' };
  const { form } = createSettings({ form: { list } }, { 'list-key': 'items' });
  expect(form.list).toEqual({ kind: 'page', items: '{records}', total: '{total}' });
});
