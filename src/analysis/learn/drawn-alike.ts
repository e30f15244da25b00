// What a service draws anew for each answer, such as the id of a request: all answers together show that it does, where one of a
// kind shows a text alone, which no mock should tell again and no profile hold.
import { shaped, signsIn } from '../../dialect/drawn-texts.ts';
import type { AnswerForm, DialectForm } from '../../dialect/profile-form.ts';
import { holeAlone, holesIn, shapeIn } from '../../dialect/templates.ts';
import { isObject, mapMembers } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { literalPattern } from '../../http/literal-pattern.ts';
import { allLeaves, valueAt, withValueAt } from '../../http/pointer.ts';
import { shapeOf } from '../explain/shapes.ts';
import type { Exchange } from '../exchanges.ts';
import { grouped } from '../groups.ts';

/** So many signs are the same in two answers by no chance; shorter ones may be codes, another for each kind of error. */
const fewestDrawn = 10;

/** Entity tags say which state a record is in, however they look. */
const isOfRecord = /^(?:etag|location|link)$/;

/** The form with what is drawn anew, where refusals or headers show one text of those. */
export function withDrawn(form: DialectForm, exchanges: readonly Exchange[]): DialectForm {
  const ofHeaders = templatesIn(
    exchanges.flatMap(({ headers }) =>
      headers.flatMap(([name, value]): Shown[] => {
        const lower = name.toLowerCase();
        return isOfRecord.test(lower) ? [] : [{ at: lower, value }];
      }),
    ),
  );
  const ofErrors = templatesIn(
    exchanges.flatMap(({ ok, body }) =>
      ok || body === undefined ? [] : allLeaves(body).map(([at, value]): Shown => ({ at, value })),
    ),
  );
  const withHeaders = <Form extends AnswerForm>(answer: Form): Form => ({
    ...answer,
    headers:
      answer.headers &&
      mapMembers(answer.headers, (told, name) => redrawn(told, ofHeaders.get(name.toLowerCase()))),
  });
  const withBody = <Form extends { readonly body?: Json | undefined }>(error: Form): Form => ({
    ...error,
    body:
      error.body &&
      [...ofErrors].reduce((whole: Json, [at, template]) => {
        const told = valueAt(whole, at);
        return told === undefined ? whole : withValueAt(whole, at, redrawn(told, template));
      }, error.body),
  });
  return {
    ...form,
    lists: mapMembers(form.lists, withHeaders),
    reads: mapMembers(form.reads, withHeaders),
    writes: mapMembers(form.writes, withHeaders),
    errors: form.errors.map((error) => withHeaders(withBody(error))),
    together: form.together && withBody(form.together),
  };
}

interface Shown {
  readonly at: string;
  readonly value: Json;
}

/** The templates of what is drawn, by place. */
function templatesIn(shown: readonly Shown[]): ReadonlyMap<string, string> {
  return new Map(
    [...grouped(shown, ({ at }) => at)].flatMap(([at, own]): [string, string][] => {
      const template = shapeOf(own.map(({ value }) => value));
      const isDrawn = typeof template === 'string' && drawnIn(shapeOfWhole(template)!) >= fewestDrawn;
      return isDrawn ? [[at, template]] : [];
    }),
  );
}

/** A template as all answers show it, where it is one text of those that are drawn, in each case, or has the form of that one. */
function redrawn(told: Json, drawn: string | undefined): Json {
  if (drawn === undefined) return told;
  if (isObject(told) && Object.hasOwn(told, '{case}')) {
    const isDrawn = ([name, one]: [string, Json]) => name === '{case}' || redrawn(one, drawn) === drawn;
    return Object.entries(told).every(isDrawn) ? drawn : told;
  }
  if (typeof told !== 'string') return told;
  const own = shapeOfWhole(told);
  if (own === undefined && holesIn(told).length > 0) return told;
  const text = own === undefined ? told : shaped('', own);
  return patternOf(shapeOfWhole(drawn)!).test(text) ? drawn : told;
}

/** The shape of a template that is drawn as a whole. */
function shapeOfWhole(template: string): string | undefined {
  const hole = holeAlone(template);
  return hole === undefined ? undefined : shapeIn(hole);
}

/** How many signs of a shape are drawn. */
const drawnIn = (shape: string): number =>
  signsIn(shape).filter(({ alphabet }) => alphabet !== undefined).length;

const patternOf = (shape: string): RegExp =>
  new RegExp(
    `^${signsIn(shape)
      .map(({ character, alphabet }) => alphabet?.source ?? literalPattern(character))
      .join('')}$`,
  );
