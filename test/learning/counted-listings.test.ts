// What a shop for clocks taught: a strategy that is read alone counts the listings that follow it by now, and what a choice of
// members leaves out is left out, though another choice shows it as a whole.
import { expect, test } from 'vitest';
import { learnedFrom } from './said.ts';
import type { Said } from './said.ts';

const rules = ['Keep', 'Match', 'Clear'].map((name, at) => ({
  id: `rul_${'abc'[at]!}7`,
  name,
  since: 2020 + at,
}));
type Rule = (typeof rules)[number];
const clocks = Array.from({ length: 12 }, (_, at) => ({
  id: 600 + at * 3,
  title: `Clock ${'QWERTZUIOPAS'[at]!}`,
  hands: at % 3,
  rule_id: at % 4 === 3 ? null : rules[[0, 0, 1, 2, 0][at % 5]!]!.id,
}));
const followers = (rule: Rule) => clocks.filter((one) => one.rule_id === rule.id).length;

const list: Said = { asked: 'GET /v1/listings', told: { total: 12, rows: clocks } };
const rows: Said = { asked: 'GET /v1/strategies', told: { total: 3, rows: rules } };
const counted = (rule: Rule, more = 0) => ({ ...rule, followers_count: followers(rule) + more });
const readOf = (rule: Rule, more = 0): Said => ({
  asked: `GET /v1/strategies/${rule.id}`,
  told: counted(rule, more),
});
const follow = (at: number, rule: Rule): Said => {
  clocks[at] = { ...clocks[at]!, rule_id: rule.id };
  return {
    asked: `PATCH /v1/listings/${clocks[at].id}/strategy`,
    sent: { rule_id: rule.id },
    told: clocks[at],
  };
};

test('a strategy that is read alone counts the listings that follow it by now', async () => {
  const [keep, match, clear] = rules as [Rule, Rule, Rule];
  const before = structuredClone(clocks);
  const first = [list, rows, readOf(keep), readOf(match)].map((one) => structuredClone(one));
  const free = clocks.findIndex((one) => one.rule_id === null);
  const ask = learnedFrom([...first, follow(free, match), readOf(match)]);
  clocks.splice(0, clocks.length, ...before);
  // One that nobody has read tells its count, too.
  expect(await ask(`GET /v1/strategies/${clear.id}`)).toEqual([200, counted(clear)]);
  await ask(`PATCH /v1/listings/${clocks[free]!.id}/strategy`, { rule_id: keep.id });
  expect(await ask(`GET /v1/strategies/${keep.id}`)).toEqual([200, counted(keep, 1)]);
});

test('what a choice of members leaves out is left out, though another choice shows it as a whole', async () => {
  const shown = (level: string | undefined): Said => ({
    asked: `GET /v1/listings${level === undefined ? '' : `?level=${level}`}`,
    told: {
      rows: clocks.map(({ id, title, hands, rule_id }) => {
        const rule = rules.find((one) => one.id === rule_id);
        if (level === 'short') return { id, title };
        const own = rule && (level === 'full' ? rule : { id: rule.id, name: rule.name });
        return { id, title, hands, ...(own && { rule: own }) };
      }),
    },
  });
  const ask = learnedFrom([shown(undefined), rows, shown('short'), shown('full')]);
  for (const { asked, told } of [shown('short'), shown('full'), shown(undefined)])
    expect(await ask(asked)).toEqual([200, told]);
});
