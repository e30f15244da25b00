// What a write may object to: its headers, its body, and the fields of that.
import { isList, isObject, numberOf, textOf } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { mediaType, namesTag, onceHeader } from '../../http/http-semantics.ts';
import { parentOf, pointerTo, valueAt } from '../../http/pointer.ts';
import { lastSegment } from '../../http/parse-url.ts';
import type { DialectForm, Reference, WriteForm } from '../profile-form.ts';
import { leafOfRecord, leavesOf, membersWithin } from '../known-facts.ts';
import { bareTag, namesShownTag, shownTag } from '../shown-tags.ts';
import { fill, sameValue } from '../templates.ts';
import type { Objection, AskedRequest, KnownRecords } from './objection.ts';
import { readLeaf } from './sent-leaves.ts';
import { addPriceObjections } from './bound-objections.ts';
import { addStrategyObjections } from './strategy-objections.ts';

export function writeObjections(
  { contentType, ifMatch, onceKey: key, sentText, sent, endpoint, recordId }: AskedRequest,
  write: WriteForm,
  form: DialectForm,
  known: KnownRecords,
  record: Json | undefined,
): Objection[] {
  const found: Objection[] = [];
  const shown = shownTag(record, form.records.listing);
  const tag = known.tag?.(recordId) ?? shown;
  const isNamed = (condition: string) =>
    shown === undefined
      ? namesTag(condition, tag ?? '') ||
        JSON.stringify(record).includes(JSON.stringify(condition).slice(1, -1))
      : namesShownTag(condition, shown);
  const isOther = ifMatch !== undefined && record !== undefined && !isNamed(ifMatch);
  // A tag that the record shows, too, such as its version, is what may be told.
  const version = tag && bareTag(tag);
  const isShown = leavesOf(record ?? null).some(([, leaf]) => textOf(leaf) === version);
  if (isOther)
    found.push({ cause: 'record-changed', value: bareTag(ifMatch), ...(isShown && { wanted: version }) });
  if (write.conditional === true && ifMatch === undefined) found.push({ cause: 'condition-missing' });
  if (write.once === onceHeader && key === undefined)
    found.push({ cause: 'once-missing', param: onceHeader });
  if (contentType === undefined) found.push({ cause: 'type-missing' });
  else if (!isTaken(contentType, write.type)) found.push({ cause: 'type-other', value: contentType });
  if (sentText === undefined) return found;
  if (form.longestBody !== undefined && sentText.length > form.longestBody)
    found.push({ cause: 'body-large' });
  if (sentText.trim() === '') return [...found, { cause: 'body-empty' }];
  if (sent === undefined) return [...found, { cause: 'body-malformed' }];
  const isOfItems = write.fields.some((at) => /^\/[\w-]+=/.test(at));
  if (typeof sent !== 'object' || sent === null || isList(sent) !== isOfItems)
    return [...found, { cause: 'body-other', value: sent }];
  if (Object.keys(sent).length === 0) found.push({ cause: 'object-empty' });
  const nulls = nullsAlone(sent, write);
  if (nulls !== undefined) found.push({ cause: 'object-empty', param: nulls });
  found.push(...containerObjections(sent, recordId, write, record));
  // Who does not send what wraps the rest is told of that, and not of what stands there in its place.
  const leaves = [write.min?.at, write.max?.at, write.strategy].flatMap((at) => at ?? []);
  const [wraps, insides] = [leaves.map((at) => at.split('/')[1]!), leaves.map((at) => at.split('/')[2])];
  const [wrap] = wraps;
  const isUnwrapped =
    wrap !== undefined &&
    wraps.every((other) => other === wrap) &&
    !insides.includes(undefined) &&
    !wrap.includes('=') &&
    valueAt(sent, pointerTo('', wrap)) === undefined;
  for (const field of isUnwrapped ? [] : unknownFields(sent, write.fields))
    found.push(
      otherAction(sent, field, write.constants) ?? {
        cause: 'field-unknown',
        param: field,
        value: valueAt(sent, field)!,
      },
    );
  if (write.once?.startsWith('/') === true) readLeaf(sent, write.once, 'text', found);
  if (write.version !== undefined) addVersionObjections(sent, write.version, record, found);
  if (endpoint === 'updatePrice') addPriceObjections(sent, write, form, record, found);
  else addStrategyObjections(sent, write, known, form.records, record, found);
  return found;
}

/** The bound for which null is sent, where that leaves it and nothing else is sent: that is as good as an empty object. */
function nullsAlone(sent: Json, { min, max, nullKeeps, sets }: WriteForm): string | undefined {
  const keeps = (at: string) =>
    nullKeeps === true || Object.values(sets).some((template) => template === `{sent${at} | else was}`);
  const bounds = [min?.at, max?.at];
  const leaves = leavesOf(sent);
  return leaves.every(([at, leaf]) => leaf === null && bounds.includes(at) && keeps(at))
    ? leaves.at(0)?.[0]
    : undefined;
}

const isTaken = (contentType: string, type: string | undefined): boolean =>
  type === undefined
    ? /^application\/(?:[\w.+-]+\+)?json$/.test(mediaType(contentType))
    : mediaType(contentType) === type;

function unknownFields(sent: Json, fields: readonly string[], at = ''): string[] {
  return membersWithin(sent).flatMap(([name, item]) => {
    const own = pointerTo(at, name);
    if (!fields.includes(own)) return [own];
    // Below a place that is read only some are known; one whose inside is never read may hold anything.
    return fields.some((field) => field.startsWith(`${own}/`)) ? unknownFields(item, fields, own) : [];
  });
}

/** That an unknown item of a list of actions is no field, but an action that none of the known ones is. */
function otherAction(
  sent: Json,
  item: string,
  constants: WriteForm['constants'] = {},
): Objection | undefined {
  const isItem = (at: string) => lastSegment(at).includes('=');
  for (const [name, value] of isItem(item) ? membersWithin(valueAt(sent, item)!) : []) {
    const known = Object.entries(constants).flatMap(([at, is]) =>
      isItem(parentOf(at)) && lastSegment(at) === name && !lastSegment(parentOf(at)).startsWith(`${name}=`)
        ? [is]
        : [],
    );
    if (known.length > 0 && !known.some((is) => sameValue(is, value)))
      return { cause: 'field-other', param: pointerTo(item, name), value, wanted: known[0]! };
  }
  return undefined;
}

/** Objects and lists that are something else or hold nothing, and members that said the same in all accepted bodies, or as the record. */
function containerObjections(
  sent: Json,
  recordId: string,
  { fields, constants = {} }: WriteForm,
  record: Json | undefined,
): Objection[] {
  const found: Objection[] = [];
  for (const at of fields) {
    const value = valueAt(sent, at);
    const within = fields.flatMap((field) => (field.startsWith(`${at}/`) ? [field.slice(at.length)] : []));
    if (value === undefined || within.length === 0) continue;
    const isOfItems = within.some((inside) => /^\/(?:[\w-]+=|0(?:\/|$))/.test(inside));
    const isFitting = isOfItems ? isList(value) : isObject(value);
    const kind = isOfItems ? 'array' : 'object';
    if (!isFitting)
      found.push({ cause: value === null ? 'field-null' : 'field-type', param: at, value, kind });
    else if (Object.keys(value as object).length === 0)
      found.push({ cause: 'field-empty', param: at, value, kind });
    else if (isList(value) && within.some((inside) => inside.includes('/', 1)))
      value.forEach((item, index) => {
        if (!isObject(item))
          found.push({ cause: 'field-type', param: pointerTo(at, index), value: item, kind: 'object' });
      });
  }
  for (const [at, is] of Object.entries(constants)) {
    const value = valueAt(sent, at);
    if (value === undefined && isObject(valueAt(sent, parentOf(at))) && at !== pointerTo('', lastSegment(at)))
      found.push({ cause: 'constant-missing', param: at });
    const wanted = fill(is, (name) => (name === 'id' ? recordId : leafOfRecord(name, record)));
    const isTaken = value === undefined || value === null || sameValue(value, wanted);
    if (isTaken || wanted === undefined || wanted === null) continue;
    const isText = typeof value === 'string';
    const cause = isText ? 'field-other' : numberOf(value) === undefined ? 'field-type' : 'field-number';
    found.push({ cause, param: at, value, wanted, ...(!isText && { kind: 'string' as const }) });
  }
  return found;
}

function addVersionObjections(
  sent: Json,
  { at, is }: Reference,
  record: Json | undefined,
  found: Objection[],
): void {
  const known = valueAt(record, is);
  if (known === undefined) return;
  const value = readLeaf(sent, at, numberOf(known) === undefined ? 'text' : 'number', found);
  const isRead = value !== undefined && !found.some(({ param }) => param === at);
  if (isRead && !sameValue(value, known))
    found.push({ cause: 'record-changed', param: at, value, wanted: known });
}
