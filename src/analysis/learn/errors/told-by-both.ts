// What one write was refused for, and the other one is, too: that its record cannot be changed.
import { leafTexts } from '../../../dialect/known-facts.ts';
import { wordsInName } from '../../../dialect/name-words.ts';
import type { DialectForm, ErrorForm } from '../../../dialect/profile-form.ts';
import { holesIn } from '../../../dialect/templates.ts';
import { lastSegment } from '../../../http/parse-url.ts';
import type { EndpointName } from '../../../spec/endpoints.ts';
import type { States } from '../records/states.ts';
import { wasInState } from './record-states.ts';

const writeNames = ['updatePrice', 'updateStrategy'] as const;

/** What is said so holds for any write. */
const unchangeable =
  /\b(?:cannot|can't|can not|can no longer|may not|must not)\b.*\b(?:edit|chang|updat|modif)/;

/** What is said so holds for who assigns a strategy alone. */
const ofAssigning = /\b(?:assign|attach|apply|use|before|first)/;

/**
 * What a record is refuses the other write, too, where the refusal says that it cannot be changed, nothing of what was sent, and no
 * such write of a record in that state was accepted; so does what the strategy needs that a listing follows, if it is assigned.
 */
export function toldByBoth(error: ErrorForm, states: States, form: DialectForm): ErrorForm {
  const { cause, on = [], when } = error;
  const [other, more] = writeNames.filter((name) => !on.includes(name) && form.writes[name] !== undefined);
  const isOfRecord = cause === 'record-state' && when?.of === 'record';
  if (!isOfRecord || other === undefined || more !== undefined) return error;
  const isOfBoth =
    when.and === undefined ? isOfAnyWrite(error, form) : isOfNeed(error) && other === 'updatePrice';
  if (!isOfBoth) return error;
  const isTaken = states.exchanges.some(
    (by, step) => by.ok && by.endpoint?.name === other && wasInState(by, step, when, states, form),
  );
  return isTaken ? error : { ...error, on: [...on, other] };
}

/** Whether a refusal tells what lacks, and nothing of what was sent or of how a strategy is assigned. */
const isOfNeed = ({ body }: ErrorForm): boolean =>
  !ofAssigning.test(leafTexts(body).join(' ').toLowerCase()) && !takesFromRequest(body);

const takesFromRequest = (body: ErrorForm['body']): boolean =>
  holesIn(body).some((hole) => /^(?:sent|value|param|strategy|path\.end)\b/.test(hole));

/** Whether a refusal says that something cannot be changed, or in which state it is, and nothing of what was sent. */
function isOfAnyWrite({ on = [], body, when }: ErrorForm, { writes }: DialectForm): boolean {
  const told = leafTexts(body).join(' ').toLowerCase();
  const state = typeof when?.is === 'string' ? when.is.toLowerCase() : undefined;
  const tellsState = state !== undefined && told.split(/[^\p{L}\d]+/u).includes(state);
  const sent = on.flatMap((name) => writes[name as EndpointName]?.fields ?? []);
  const words = ['price', 'strategy', ...sent.flatMap((at) => wordsInName(lastSegment(at)))];
  return (
    (tellsState || unchangeable.test(told)) &&
    !takesFromRequest(body) &&
    !words.some((word) => word.length > 3 && told.includes(word))
  );
}
