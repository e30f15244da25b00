// In which order a service looks for what is wrong, and whether it tells all at once.
import { isList, isObject } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { isUnseen, wasInState } from './record-states.ts';
import type { Refusal } from './record-states.ts';
import { alongside, mergeErrors } from '../../../dialect/several-errors.ts';
import { isToldFor } from '../../../dialect/refusal-words.ts';
import { causes, naturally } from '../../../dialect/causes.ts';
import type { Cause } from '../../../dialect/causes.ts';
import type { Objection } from '../../../dialect/objections/objection.ts';
import type { DialectForm, ErrorForm } from '../../../dialect/profile-form.ts';
import { fill, sameValue } from '../../../dialect/templates.ts';
import { addHeaderFacts } from '../records/request-facts.ts';
import { haveSameForm } from '../records/sightings.ts';
import type { States } from '../records/states.ts';

/** In which order a service looks for what is wrong, and whether it tells all at once. */
export function orderOf(
  refusals: readonly Refusal[],
  errors: readonly ErrorForm[],
  factsOf: (refusal: Refusal) => Map<string, Json>,
  states: States,
  form: DialectForm,
): { order: readonly Cause[]; tellsAll: boolean } {
  let [all, first] = [0, 0];
  const order: Cause[] = [...causes];
  const movedBefore = (cause: Cause, other: Cause) => {
    const [a, b] = [order.indexOf(cause), order.indexOf(other)];
    if (a <= b) return;
    order.splice(a, 1);
    order.splice(b, 0, cause);
  };
  for (const refusal of refusals) {
    const { by, blamed } = refusal;
    // An amount that only was never seen may be one that is taken.
    const candidates = refusal.candidates.filter((one) => one === blamed || !isUnseen(one));
    if (candidates.length < 2) continue;
    const known = [...candidates].sort(naturally).flatMap((objection) => {
      const form = errors.find((one) => isToldFor(one, objection, by.endpoint?.name));
      return form === undefined ? [] : [{ objection, form }];
    });
    if (known.length < 2) continue;
    const told = known
      .filter(({ form }) => form.status === by.status)
      .map(({ objection, form }) => {
        const facts = addHeaderFacts(factsOf({ ...refusal, blamed: objection }), by);
        return { objection, body: fill(form.body, (name) => facts.get(name)) };
      });
    if (told.length === 0) continue;
    const together = [told[0]!.objection, ...alongside(told.map(({ objection }) => objection))];
    const merged = told
      .filter(({ objection }) => together.includes(objection))
      .map(({ body }) => body ?? null)
      .reduce<Json>(mergeErrors, told[0]!.body ?? null);
    const isOne = told.some(({ body }) => sameValue(body, by.body));
    // What sums them up may be told in other words.
    if (!isOne && together.length > 1 && haveSameForm(merged, by.body ?? null)) all += 1;
    const winner = told.find(({ body }) => sameValue(body, by.body));
    if (winner === undefined) continue;
    // What is told in the same words for each says nothing of how many are told.
    const differ = told.some(
      ({ objection, body }) => together.includes(objection) && !sameValue(body, winner.body),
    );
    if (differ) first += 1;
    for (const { objection } of known) movedBefore(winner.objection.cause, objection.cause);
  }
  for (const cause of statesBeforeContent(refusals, states, form)) movedBefore(cause, 'object-empty');
  return { order, tellsAll: all > first || (all === 0 && first === 0 && listFaults(errors)) };
}

/**
 * Whether what is wrong with fields is told in a list of its own, or by field, each time: where no request had two faults, both
 * are taken to be told.
 */
function listFaults(errors: readonly ErrorForm[]): boolean {
  const ofFields = errors.filter(({ cause }) => /^(?:field|amount)-/.test(cause));
  return ofFields.length > 0 && ofFields.every(({ body }) => hasFaultItem(body));
}

const namesField = (template: Json): boolean => JSON.stringify(template).includes('{param');

function hasFaultItem(template: Json): boolean {
  if (isList(template)) return template.length === 1 && isObject(template[0]) && namesField(template[0]);
  return (
    isObject(template) &&
    (Object.keys(template).some((name) => name.includes('{param')) ||
      Object.values(template).some(hasFaultItem))
  );
}

/** Whether it lies in what was sent by itself, whatever there is of records. */
const isOfContent = ({ cause }: Objection) =>
  /^(?:object|field|amount|constant)-|^strategy-malformed/.test(cause);

/** The causes in the state of what is written to that are told though what was sent is wrong in itself, and never the other way round. */
function statesBeforeContent(refusals: readonly Refusal[], states: States, form: DialectForm): Cause[] {
  const conditions = refusals.flatMap(({ blamed }) =>
    blamed?.cause === 'record-state' || blamed?.cause === 'strategy-state' ? blamed : [],
  );
  const isFirst = (cause: Cause) =>
    refusals.some(
      ({ blamed, candidates }) =>
        blamed?.cause === cause && candidates.some((one) => isOfContent(one) && !isUnseen(one)),
    );
  const isLater = ({ when }: Objection) =>
    refusals.some(
      ({ by, step, blamed }) =>
        blamed !== undefined &&
        isOfContent(blamed) &&
        when !== undefined &&
        wasInState(by, step, when, states, form),
    );
  return [...new Set(conditions.map(({ cause }) => cause))].filter(
    (cause) => isFirst(cause) && !conditions.some((one) => one.cause === cause && isLater(one)),
  );
}
