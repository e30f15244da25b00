// What answers with one record look like, and which of its fields each of them shows.
import { isList } from '../../dialect/core-fields.ts';
import { isObject } from '../../http/exact-json.ts';
import type { Json } from '../../http/exact-json.ts';
import { pointerTo, valueAt } from '../../dialect/pointer.ts';
import { leavesOf } from '../../dialect/render-record.ts';
import type { AnswerWire, RecordWire, RequestWire, SpokenEndpoint } from '../../dialect/wire.ts';
import { sampleOf } from './good-answers.ts';
import type { FieldStats } from './field-stats.ts';
import { commonest } from './findings.ts';
import { inferTemplate } from './infer-template.ts';
import { decode, sample } from './locate.ts';
import type { Places } from './locate.ts';
import type { Observation } from './observations.ts';

export function learnSingle(
  endpoint: SpokenEndpoint,
  observations: readonly Observation[],
  places: Places,
  requests: RequestWire,
  after: (by: Observation) => Json | undefined,
  strategyOf: (listing: Json) => Json | undefined,
  isCrossed: (by: Observation) => boolean,
): AnswerWire | undefined {
  const good = sample(
    observations.filter(({ ok, route }) => ok && route?.endpoint === endpoint),
    400,
  );
  if (good.length === 0 || isList(endpoint)) return undefined;
  const status = commonest(good.map((seen) => seen.status))!;
  const bodies = good.filter(({ body }) => body !== undefined);
  if (bodies.length === 0) return { seen: good.length, status, body: null };
  const place = places.body[endpoint];
  const samples = bodies.map((by) => {
    const record = place === undefined ? undefined : valueAt(by.body, place);
    const shown = record ?? after(by);
    const strategy = shown === undefined ? undefined : strategyOf(shown);
    const names = {
      ...(shown !== undefined && valueNames(shown, 'record:')),
      ...(strategy !== undefined && valueNames(strategy, 'strategy:')),
    };
    const sent = Object.entries(requests).flatMap(([name, pointer]) => {
      if (typeof pointer !== 'string' || by.requestBody === undefined) return [];
      return [[`sent:${name}`, valueAt(by.requestBody, pointer)] as const];
    });
    return sampleOf(by, { ...names, ...Object.fromEntries(sent), id: decode(by.route!.id), path: by.path }, [
      ['id', decode(by.route!.id)],
    ]);
  });
  const fixed = new Map<string, Json>(place === undefined ? [] : [[place, '{record}']]);
  const crossed = samples.filter((_, at) => isCrossed(bodies[at]!));
  const usual = samples.filter((_, at) => !isCrossed(bodies[at]!));
  const body = inferTemplate(usual.length > 0 ? usual : samples, { fixed });
  const other = usual.length > 0 && crossed.length > 0 ? inferTemplate(crossed, { fixed }) : body;
  const differs = JSON.stringify(other) !== JSON.stringify(body);
  return { seen: good.length, status, body, ...(differs && { crossed: other }) };
}

/** The values in a record by what is in front of their names and their places. */
function valueNames(value: Json, topic: string): Record<string, Json> {
  return Object.fromEntries(valuesIn(value, topic));
}

function* valuesIn(value: Json, place: string): Generator<[string, Json]> {
  if (!isObject(value)) yield [place, value];
  else for (const [name, item] of Object.entries(value)) yield* valuesIn(item, pointerTo(place, name));
}

/** Which fields one kind of answer never shows, and whether it shows those only that were sent. */
export function viewOf(
  endpoint: SpokenEndpoint,
  stats: FieldStats,
  shape: RecordWire,
  writes: readonly Observation[],
  place: string | undefined,
  requests: RequestWire,
): Pick<AnswerWire, 'omits' | 'sentOnly'> {
  if (!stats.objects.has(endpoint)) return {};
  const omits = hidden(stats, endpoint, '');
  const only = sentOnly(shape, writes, place, requests);
  return { ...(omits.length > 0 && { omits }), ...(only && { sentOnly: true }) };
}

function hidden(stats: FieldStats, view: string, place: string): string[] {
  return stats.order.flatMap((name) => {
    const field = stats.fields.get(name)!;
    const step = pointerTo(place, name);
    if (!field.views.has(view)) return [step];
    const inner = field.fields.size > 0 && field.objects.has(view) ? hidden(field, view, step) : [];
    const items =
      field.items !== undefined && field.items.fields.size > 0 && field.items.objects.has(view)
        ? hidden(field.items, view, `${step}/*`)
        : [];
    return [...inner, ...items];
  });
}

/** Whether bounds that were not sent lack in the answer, and those that were do not. */
function sentOnly(
  shape: RecordWire,
  writes: readonly Observation[],
  place: string | undefined,
  requests: RequestWire,
): boolean {
  if (place === undefined) return false;
  let proofs = 0;
  for (const { body, requestBody } of writes) {
    for (const bound of ['minPrice', 'maxPrice'] as const) {
      const pointer = requests[bound];
      const leaf = leavesOf(shape).find(({ field }) => field.ours === bound);
      if (pointer === undefined || leaf === undefined) return false;
      const isSent = valueAt(requestBody, pointer) !== undefined;
      const isShown = valueAt(valueAt(body, place), leaf.pointer) !== undefined;
      if (isSent !== isShown) return false;
      if (!isSent) proofs += 1;
    }
  }
  return proofs > 0;
}
