// What is told otherwise than it was, for all that is learned, is told again to the very same request.
import { isList, isNothing, isObject, jsonIn } from '../../../http/exact-json.ts';
import type { Json } from '../../../http/exact-json.ts';
import { Dialect } from '../../../dialect/dialect.ts';
import type { Cause } from '../../../dialect/causes.ts';
import type { KnownRecords } from '../../../dialect/objections/objection.ts';
import type { DialectForm } from '../../../dialect/profile-form.ts';
import { sameValue } from '../../../dialect/templates.ts';
import { toldBy } from '../../exchanges.ts';
import type { Exchange } from '../../exchanges.ts';
import { grouped } from '../../groups.ts';
import { errorForms, answeredAlike } from './error-forms.ts';
import { situationOf } from '../records/request-facts.ts';
import type { States } from '../records/states.ts';
import { knownIn } from './known-before.ts';
import { outerObjections, servedWays } from './outer-objections.ts';
import { dueToRequest, acceptedRequests, digestOf } from './due-to-request.ts';
import { errorFactsIn } from './error-facts.ts';
import type { LearnedErrors } from './learn-errors.ts';

/**
 * What was learned, with the refusals that it tells otherwise than they were told: these are told again to the very same
 * requests.
 * @param form all that was learned
 */
export function withRetold(learned: LearnedErrors, form: DialectForm, states: States): LearnedErrors {
  const { exchanges } = states;
  const dialect = new Dialect(form);
  const accepted = acceptedRequests(exchanges);
  const knownAt = knownIn(states, dialect);
  const served = servedWays(exchanges);
  const steps = learned.refusals.flatMap(({ by, step, blamed }) => {
    const isOuter =
      by.endpoint === undefined || outerObjections(by, served).length > 0 || blamed?.cause === 'key-wrong';
    return isOuter || accepted.has(digestOf(by)) ? [] : [step];
  });
  const asked = grouped([...new Set(steps)], (step) => digestOf(exchanges[step]!));
  // What is told so at another time depends on more than the request.
  const retold = [...asked.values()]
    .filter((own) => !own.some((step) => isTold(dialect, exchanges[step]!, knownAt(step))))
    .flatMap((own) => own.map((step) => dueToRequest({ by: exchanges[step]!, step })));
  if (retold.length === 0) return learned;
  const refusals = [...learned.refusals, ...retold];
  const known = errorFactsIn(form, states);
  const told = { known, taken: learned.accepted, alike: answeredAlike(refusals, states) };
  const again = errorForms(refusals, told, { of: ['unexplained'] });
  const isOwn = ({ cause }: { readonly cause: Cause }) => cause === 'unexplained';
  return {
    ...learned,
    refusals,
    errors: [...learned.errors.filter((one) => !isOwn(one)), ...again.errors],
    guesses: [...learned.guesses.filter((one) => !isOwn(one)), ...again.guesses],
  };
}

/** Whether a request is refused as it was, but for what each answer says anew. */
function isTold(dialect: Dialect, by: Exchange, known: KnownRecords): boolean {
  const tell = (now: number, answer: string) => {
    const situation = { ...situationOf(by), now, answer };
    const objections = dialect.objections(situation, known);
    if (objections.length === 0) return undefined;
    const told = dialect.refuse(situation, objections, known.listing(by.recordId), known);
    return 'undecided' in told || told.status !== by.status ? undefined : told.body;
  };
  const [told, again] = [tell(by.at, '1'), tell(by.at + 1e9, '2')];
  if (told === undefined || again === undefined) return false;
  const read = (text: string | null) => (by.body === undefined ? text : jsonIn(text ?? ''));
  return isSameBut(read(told), read(again), toldBy(by));
}

/** Whether a value is what was told, but for what is told otherwise again. */
function isSameBut(told: Json | undefined, again: Json | undefined, value: Json | undefined): boolean {
  if (isNothing(told) || isNothing(value)) return isNothing(told) && isNothing(value);
  if (typeof told !== 'object' || typeof value !== 'object')
    return !sameValue(told, again) || sameValue(told, value);
  const [names, others] = [Object.keys(told), Object.keys(value)];
  const at = (of: Json | undefined, name: string) =>
    isObject(of) || isList(of) ? (of as Record<string, Json>)[name] : undefined;
  return (
    isList(told) === isList(value) &&
    names.length === others.length &&
    names.every(
      (name) => Object.hasOwn(value, name) && isSameBut(at(told, name), at(again, name), at(value, name)),
    )
  );
}
