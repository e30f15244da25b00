// What was known when a request was refused: of that its answer may tell.
import { mapMembers, textOf } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { isWithin } from '../../../http/pointer.ts';
import { recordOf } from './record-states.ts';
import type { Refusal } from './record-states.ts';
import {
  addSentPlaces,
  addAllNames,
  addLeaves,
  addObjection,
  addSubject,
  leavesOf,
} from '../../../dialect/known-facts.ts';
import type { DialectForm, WriteForm } from '../../../dialect/profile-form.ts';
import { withShares } from '../../../dialect/shares.ts';
import { fill } from '../../../dialect/templates.ts';
import { numeric } from '../../../dialect/template-filters.ts';
import { lengthFacts } from '../../../dialect/select-page.ts';
import { countOf } from './error-forms.ts';
import { requestFacts } from '../records/request-facts.ts';
import type { States } from '../records/states.ts';

/** By refusal, what was known when the request was refused. */
export function errorFactsIn(form: DialectForm, states: States): (refusal: Refusal) => Map<string, Json> {
  const rounded = mapMembers(form.writes, (write) => roundedBy(write.sets));
  return (refusal) => {
    const facts = errorFacts(refusal, form, states);
    // An amount is told as writes round it.
    for (const hole of rounded[refusal.by.endpoint?.name ?? ''] ?? []) {
      const value = fill(`{${hole}}`, (name) => facts.get(name));
      if (value !== undefined && value !== null) facts.set(hole, value);
    }
    return facts;
  };
}

/** The amounts that a write rounds, as the beginnings of holes. */
const roundedBy = (sets: WriteForm['sets']): readonly string[] =>
  Array.from(JSON.stringify(sets).matchAll(/\{(sent\/[^{}|]+ \| nearest [\d.]+)/g), ([, hole]) => hole!);

function errorFacts(
  { by, step, candidates, blamed, problems }: Refusal,
  { lists, records }: Pick<DialectForm, 'lists' | 'records'>,
  states: States,
): Map<string, Json> {
  const facts = new Map<string, Json>();
  // A state is no field that was sent.
  if (blamed !== undefined) {
    addObjection(facts, blamed.when === undefined ? blamed : { ...blamed, param: undefined }, by.sent);
    addSentPlaces(facts, blamed, by.sentText, by.sent);
    addAllNames(facts, blamed, candidates);
  }
  if (by.endpoint !== undefined) addSubject(facts, by.endpoint.name);
  for (const [name, value] of requestFacts(by)) facts.set(name, value);
  // Which fields were sent that the service does not know is chance: others would be told alike.
  for (const { cause, param } of candidates)
    if (cause === 'field-unknown')
      for (const name of facts.keys()) if (isWithin(name, `sent${param}`)) facts.delete(name);
  if (by.isLimited) for (const [name, value] of by.limits) facts.set(name, value);
  const record = withShares(recordOf('record', by, step, states), records.listing);
  if (by.recordId !== '') addLeaves(facts, 'record', record);
  // That a number of the record is the status of the answer, too, is chance.
  // So is its state where the strategy is to blame.
  const isOther = (value: Json) => blamed?.when?.of === 'strategy' && /^\p{Ll}+$/u.test(textOf(value));
  for (const [name, value] of facts)
    if (name.startsWith('record/') && (textOf(value) === String(by.status) || isOther(value)))
      facts.delete(name);
  const strategy =
    recordOf('strategy', by, step, states) ?? (record === undefined ? undefined : states.strategyOf(record));
  // Its name and what it is may be told; that it has some number or flag is chance.
  for (const [at, leaf] of leavesOf(strategy ?? null))
    if (typeof leaf === 'string' && numeric(leaf) === undefined) facts.set(`strategy${at}`, leaf);
  // They may be shown as a whole, too.
  if (by.recordId !== '' && record !== undefined) facts.set('record', record);
  if (strategy !== undefined) facts.set('strategy', strategy);
  facts.set('problems', problems ?? countOf(candidates));
  const list = by.endpoint && lists[by.endpoint.name];
  // How long the list is may be told of a page that is not there; that a code is the same number is chance.
  if (list !== undefined && /^(?:size|position|token)-/.test(blamed?.cause ?? ''))
    for (const [name, value] of lengthFacts(states.all(by.endpoint!.of), by.query, list.query))
      facts.set(name, value);
  return facts;
}
