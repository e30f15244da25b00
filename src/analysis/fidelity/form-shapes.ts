// What a profile says of the answers of a service, told as recordings tell it: one of two versions may be known by its profile
// alone. It says less than a recording: what nothing was learned of does not count as changed.
import { listed } from '../../dialect/profile-form.ts';
import type { AnswerForm, DialectForm, FieldForm, ListForm, ListName } from '../../dialect/profile-form.ts';
import { holesIn } from '../../dialect/templates.ts';
import { zoneless } from '../../dialect/time-forms.ts';
import { isObject } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { pointerTo } from '../../http/pointer.ts';
import { endpointText } from '../../spec/endpoints.ts';
import type { EndpointName } from '../../spec/endpoints.ts';
import type { ListPlace } from '../find-records.ts';
import type { AnswerShape, PlaceShape } from './answer-shapes.ts';
import type { KnownAnswers } from './changes.ts';

/** What is always there counts as seen so often that chance does not explain it. */
const surely = 3;

export function answersIn(form: DialectForm): KnownAnswers {
  const shapes = new Map<string, AnswerShape>();
  const lists: Partial<Record<EndpointName, ListPlace>> = {};
  for (const [name, answer] of Object.entries({ ...form.lists, ...form.reads, ...form.writes })) {
    const endpoint = endpointText(name as EndpointName);
    const list = form.lists[name as ListName];
    const kind = list === undefined ? 'listing' : listed[name as ListName];
    const places = new Map<string, PlaceShape>();
    addTemplate(answer.body, '', places);
    const record = list === undefined ? placeOf('{record}', answer.body) : recordsOf(list, lists, name);
    if (record !== undefined) addFields(form.records[kind]?.fields ?? {}, answer, record, places);
    const { status } = answer;
    shapes.set(`${endpoint} ${status}`, { endpoint, status, places, headers: new Map(), asked: new Map() });
  }
  return { shapes, lists };
}

/** Where the records of a list stand; noted in `lists`, too. */
function recordsOf(
  { body, item = '{record}', key }: ListForm,
  lists: Partial<Record<string, ListPlace>>,
  name: string,
): string | undefined {
  const at = placeOf('{records}', body);
  if (at === undefined) return undefined;
  const inItem = placeOf('{record}', item) ?? '';
  lists[name] = { at, isMap: key !== undefined, inItem, columns: placeOf('{columns}', body) };
  return `${at}/*${inItem}`;
}

function placeOf(hole: string, template: Json, at = ''): string | undefined {
  if (template === hole) return at;
  if (!isObject(template)) return undefined;
  for (const [name, item] of Object.entries(template)) {
    const found = placeOf(hole, item, name === '{then}' ? at : pointerTo(at, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What stands around the records; of what is there under a condition nobody can tell how often. */
function addTemplate(template: Json, at: string, places: Map<string, PlaceShape>): void {
  const isConditional =
    isObject(template) &&
    Object.keys(template).some((name) => name.startsWith('{') && !name.startsWith('{{'));
  const isAlways =
    !isConditional && holesIn(template).every((hole) => !hole.endsWith('?') || isObject(template));
  const isPlain = isObject(template) && !isConditional;
  places.set(at, shape({ seen: isAlways ? surely : 0, of: surely, kinds: isPlain ? ['object'] : [] }, at));
  if (isPlain)
    for (const [name, item] of Object.entries(template)) addTemplate(item, pointerTo(at, name), places);
}

function addFields(
  fields: Readonly<Record<string, FieldForm>>,
  { view }: AnswerForm,
  record: string,
  places: Map<string, PlaceShape>,
): void {
  places.set(record, shape({ seen: surely, of: surely, kinds: ['object'] }, record));
  for (const [own, field] of Object.entries(fields))
    if (view?.includes(own) !== false) places.set(record + own, { ...shape(field, own), isOfRecord: true });
}

const shape = (
  { seen, of, nulls = 0, kinds, time }: Pick<FieldForm, 'seen' | 'of' | 'nulls' | 'kinds' | 'time'>,
  own: string,
): PlaceShape => ({
  of,
  seen,
  nulls,
  kinds: new Set(kinds.flatMap((kind) => (kind === 'null' ? [] : kind === 'integer' ? 'number' : kind))),
  formats: new Set(time === undefined ? [] : [`time ${zoneless(time)}`]),
  isVaried: time !== undefined,
  values: undefined,
  samples: new Set(),
  names: [],
  isOfRecord: false,
  own,
  askedBy: [],
  missedBy: [],
});
