// Every assumption, shorthand and place of the form is switched to every value, and seen from outside to change what the
// service does.
import { expect, test } from 'vitest';
import type { Json } from '../../src/http/exact-json.ts';
import { assumptionIds, assumptions } from '../../src/spec/assumptions.ts';
import { formPlaces, formValue, withFormValue } from '../../src/spec/form.ts';
import type { FormPlace } from '../../src/spec/form.ts';
import { defaultForm } from '../../src/spec/presets.ts';
import type { AnswerId } from '../../src/spec/settings.ts';
import { shorthandIds, shorthands } from '../../src/spec/shorthands.ts';
import { openProbed } from './probe.ts';
import { formProbes, probes } from './probes.ts';

interface Row {
  readonly name: string;
  readonly value: string;
  readonly expected: unknown;
  readonly isDefault: boolean;
  readonly look: () => Promise<unknown>;
}

async function look(id: AnswerId, value: string): Promise<unknown> {
  const probe = probes[id];
  const set = { [id]: value };
  return probe.observe(await openProbed(set, probe), set, value);
}

const defaults: Readonly<Record<string, string | number>> = Object.fromEntries<string | number>([
  ...assumptionIds.map((id) => [id, assumptions[id].default] as const),
  ...shorthandIds.map((id) => [id, shorthands[id].entry.default] as const),
]);

const switches = (Object.keys(probes) as AnswerId[]).flatMap((id): Row[] =>
  Object.entries(probes[id].expected).map(([value, expected]) => ({
    name: id,
    value,
    expected,
    isDefault: value === String(defaults[id]),
    look: () => look(id, value),
  })),
);

async function lookAt(place: FormPlace, words: string): Promise<unknown> {
  const probe = formProbes[place]!;
  const value = formPlaces[place].kind === 'template' ? (JSON.parse(words) as Json) : words;
  const form = withFormValue(defaultForm, place, value);
  return probe.observe(await openProbed({}, { ...probe, form }), {}, words);
}

const forms = (Object.keys(formProbes) as FormPlace[]).flatMap((place): Row[] =>
  Object.entries(formProbes[place]!.expected).map(([value, expected]) => {
    const usual = formValue(defaultForm, place);
    return {
      name: `form.${place}`,
      value,
      expected,
      isDefault:
        value === (typeof usual === 'string' && !usual.startsWith('{') ? usual : JSON.stringify(usual)),
      look: () => lookAt(place, value),
    };
  }),
);

const rows = [...switches, ...forms];

test.each(rows)('$name=$value does what it says', async ({ look, expected }) => {
  expect(await look()).toEqual(expected);
});

const underDefault = new Map<string, Promise<unknown>>();

test.each(rows.filter(({ isDefault }) => !isDefault))(
  '$name=$value is not what the default does',
  async ({ name, expected }) => {
    const usual = rows.find((row) => row.name === name && row.isDefault)!;
    const seen = underDefault.get(name) ?? usual.look();
    underDefault.set(name, seen);
    expect(await seen).not.toEqual(expected);
  },
);
