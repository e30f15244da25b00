// The errors of a service. What is to blame for a refusal is what the refused request has and no accepted one had; the
// answer is then explained like any other, so that it can be told again with other values. What is told otherwise for all
// that is told again to the very same request.
import { isUnseen, learnStates, recordOf } from './record-states.ts';
import type { Refusal } from './record-states.ts';
import { Dialect } from '../../../dialect/dialect.ts';
import { takenOfSister } from '../../../dialect/refusal-words.ts';
import { asCrossed } from '../../../dialect/objections/bound-objections.ts';
import { leafTexts } from '../../../dialect/known-facts.ts';
import { objectionsTo } from '../../../dialect/objections/objections.ts';
import type { Cause } from '../../../dialect/causes.ts';
import type { Objection } from '../../../dialect/objections/objection.ts';
import type { Stated } from '../../../dialect/conditions.ts';
import type { Accepted, DialectForm, ErrorForm } from '../../../dialect/profile-form.ts';
import type { Guess } from '../../explain/explain.ts';
import { isKeyless, isWrite, toldBy } from '../../exchanges.ts';
import type { Exchange } from '../../exchanges.ts';
import { errorForms, answeredAlike } from './error-forms.ts';
import { askedBy } from '../records/request-facts.ts';
import type { States } from '../records/states.ts';
import { gives } from '../pages/given-texts.ts';
import { knownIn } from './known-before.ts';
import { sentAgain } from '../writes/once-keys.ts';
import { outerObjections, isBeside, servedWays } from './outer-objections.ts';
import { blame, namesAnother } from './blame.ts';
import { passedNulls } from './passed-nulls.ts';
import { partsOf, learnTogether } from './errors-together.ts';
import { withRequests } from './due-to-request.ts';
import { errorFactsIn } from './error-facts.ts';
import { orderOf } from './order-of-causes.ts';
import { toldByBoth } from './told-by-both.ts';

export interface LearnedErrors {
  readonly errors: readonly ErrorForm[];
  readonly accepted: readonly Accepted[];
  readonly order: readonly Cause[];
  readonly tellsAll: boolean;
  readonly together: DialectForm['together'];
  /** Whether null for a bound leaves it, which no write that was done tells otherwise. */
  readonly nullKeeps: boolean;
  readonly refusals: readonly Refusal[];
  readonly guesses: readonly (Guess & { readonly cause: Cause })[];
}

/** The refusals for one cause, each with what is to blame. */
export const refusedFor = (cause: Cause, { refusals }: LearnedErrors) =>
  refusals.flatMap(({ by, blamed }) => (blamed?.cause === cause ? [{ by, blamed }] : []));

const keyOf = ({ cause, param }: Pick<Objection, 'cause' | 'param'>, endpoint: string | undefined) =>
  `${cause} ${param ?? ''} ${endpoint ?? ''}`;

const statedAs = ([name, value]: Stated) => `${name}=${value}`;

const keyWrong: Objection = { cause: 'key-wrong' };

export function learnErrors(states: States, form: DialectForm): LearnedErrors {
  const { exchanges } = states;
  const accepted = new Map<string, Accepted>();
  const refused: { by: Exchange; step: number; all: readonly Objection[] }[] = [];
  // What an answer gave is no unknown token, though nothing may tell what it is made of.
  const isGiven = ({ param = '', value }: Objection, before: number) =>
    typeof value === 'string' &&
    exchanges.slice(0, before).some((by) => by.ok && gives({ by }, param, value));
  const knownAt = knownIn(states, new Dialect(form));
  const served = servedWays(exchanges);
  const isOther = isBeside(states);
  const again = sentAgain(exchanges);
  exchanges.forEach((by, step) => {
    if (by.isFile || by.method === 'OPTIONS' || by.status === 304) return;
    const outer = outerObjections(by, served);
    const isUnknown = outer.some(({ cause }) => cause === 'path-unknown' || cause === 'method-unknown');
    if (isUnknown && isOther(by)) return;
    const asked = by.endpoint && askedBy(by);
    const inner =
      asked === undefined || outer.length > 0
        ? []
        : objectionsTo(asked, form, knownAt(step)).filter(
            (one) => one.cause !== 'token-unknown' || !isGiven(one, step),
          );
    if (!by.ok) {
      const isMoved = by.status >= 300 && by.status < 400;
      if (!isMoved || isWrite(by)) refused.push({ by, step, all: [...outer, ...inner] });
      return;
    }
    if (asked === undefined || again.has(by)) return;
    for (const objection of [...outer, ...inner]) {
      const id = keyOf(objection, asked.endpoint);
      const { cause, param } = objection;
      const seen = (accepted.get(id)?.seen ?? 0) + 1;
      accepted.set(id, { cause, on: asked.endpoint, param, seen });
    }
  });

  // An objection that an accepted request had as well is not to blame.
  const tellsKey = refused.some(({ by }) => by.status === 401 && !isKeyless(by));
  // What is gone (410, RFC 9110 §15.5.11) was there: that tells nothing of ids that never were, where these are refused otherwise.
  const tellsUnknown = refused.some(
    ({ by, all }) => by.status === 404 && all.some(({ cause }) => cause === 'id-unknown'),
  );
  const isGone = ({ status }: Exchange, { cause }: Objection) =>
    tellsUnknown && status === 410 && cause === 'id-unknown';
  // A bad request (400) is rather something else, unless one without a key is called so or the answer speaks of keys.
  const isKeylessBad = exchanges.some((by) => by.status === 400 && isKeyless(by));
  const asked = new Set(exchanges.filter(({ ok }) => ok).flatMap(({ query }) => [...query].map(statedAs)));
  const isOfKey = (by: Exchange) =>
    by.status < 404 &&
    (/\bkey\b|token|credential|auth/i.test(leafTexts(toldBy(by)).join(' ')) ||
      // What no other request asked for is rather to blame.
      ((by.status !== 400 || isKeylessBad) && [...by.query].every((stated) => asked.has(statedAs(stated)))));
  const open = refused.map(({ by, step, all }): Refusal => {
    const candidates = all.filter(
      (one) =>
        !accepted.has(keyOf(one, by.endpoint?.name)) &&
        !(isUnseen(one) && namesAnother(by, one)) &&
        !isGone(by, one),
    );
    // Where nothing is wrong with a read that asked for nothing special, its key was, unless that is told otherwise.
    const isDueToKey =
      candidates.length === 0 &&
      !tellsKey &&
      by.method === 'GET' &&
      (by.status === 403 ||
        (by.endpoint !== undefined && isOfKey(by) && !by.prefers.has('prefer') && all.length === 0));
    const own = isDueToKey ? [keyWrong] : candidates;
    return { by, step, candidates: own, blamed: own.length === 1 ? own[0] : undefined };
  });
  // So is that of a write which is forbidden, unless what it was about tells why.
  const withKeys = (refusals: readonly Refusal[]) =>
    refusals.map((one) =>
      one.candidates.length === 0 && one.by.status === 403 && !tellsKey
        ? { ...one, candidates: [keyWrong], blamed: keyWrong }
        : one,
    );
  const known = errorFactsIn(form, states);
  const parts = open.map((one) => partsOf(one, open));
  const explained = withRequests(
    withKeys(
      learnStates(
        parts.flatMap((one) => one.refusals),
        states,
        form,
      ),
    ),
    exchanges,
  );
  const alone = explained.filter(({ candidates }) => candidates.length === 1);
  const taken = [...accepted.values()];
  const told = { known, taken, alike: answeredAlike(explained, states) };
  const first = errorForms(alone, told, { withoutHeaders: true }).errors;
  const isTakenOfSister = (objection: Objection, { endpoint }: Exchange) =>
    takenOfSister(taken, objection, endpoint?.name ?? 'any');
  const crossed = (objection: Objection, by: Exchange, step: number) =>
    asCrossed(by.sent ?? null, objection, form, recordOf('record', by, step, states));
  const refusals = explained.map((refusal) =>
    refusal.candidates.length < 2 || refusal.blamed !== undefined
      ? refusal
      : { ...refusal, blamed: blame(refusal, first, alone, known, isTakenOfSister, crossed) },
  );
  const passed = passedNulls(refusals);
  const allTaken = [...taken, ...passed];
  const { errors, guesses } = errorForms(refusals, { ...told, taken: allTaken });
  const split = parts.filter(({ at }) => at !== undefined);
  const { order, tellsAll } = orderOf(refusals, errors, known, states, form);
  return {
    errors: errors.map((error) => toldByBoth(error, states, form)),
    accepted: allTaken,
    order,
    tellsAll: tellsAll || split.length > 0,
    nullKeeps:
      passed.length > 0 && !taken.some(({ cause, on }) => cause === 'field-null' && on === 'updatePrice'),
    refusals,
    guesses,
    together: learnTogether(split, alone, known),
  };
}
