// From several bodies of one kind to the template that makes them all (`dialect/template.ts`).
import { isObject } from '../../http/exact-json.ts';
import type { Json, JsonObject } from '../../http/exact-json.ts';
import { pointerTo } from '../../dialect/pointer.ts';
import { inferLeaf } from './infer-leaf.ts';
import type { Sample } from './infer-leaf.ts';
import { plain } from './match-fields.ts';
import { NameOrder } from './name-order.ts';

export interface InferOptions {
  /** Places whose value is given: where records stand, for instance. */
  readonly fixed?: ReadonlyMap<string, Json>;
}

/** @param samples bodies, each with what its answer knows; undefined where a part was not there */
export function inferTemplate(samples: readonly Sample[], options: InferOptions = {}): Json {
  return infer(samples, '', [], options) ?? null;
}

function infer(
  samples: readonly Sample[],
  place: string,
  words: readonly string[],
  options: InferOptions,
): Json | undefined {
  const fixed = options.fixed?.get(place);
  if (fixed !== undefined) return fixed;
  const there = samples.filter(({ value }) => value !== undefined && value !== null);
  const objects = there.filter(({ value }) => isObject(value));
  if (objects.length > 0 && objects.length === there.length) {
    const members = inferMembers(objects, place, words, options);
    return objects.length === samples.length ? members : conditional(members, samples);
  }
  const arrays = there.filter(({ value }) => Array.isArray(value));
  if (arrays.length > 0 && arrays.length === there.length)
    return inferArray(samples, arrays, place, words, options);
  return inferLeaf(samples, words);
}

function inferMembers(
  objects: readonly Sample[],
  place: string,
  words: readonly string[],
  options: InferOptions,
): JsonObject {
  const order = new NameOrder();
  for (const { value } of objects) order.add(Object.keys(value as JsonObject));
  const members: [string, Json][] = [];
  for (const name of order.all()) {
    const inner = objects.map((sample): Sample => {
      const object = sample.value as JsonObject;
      return { ...sample, value: Object.hasOwn(object, name) ? object[name] : undefined };
    });
    const found = infer(inner, pointerTo(place, name), [...words, plain(name)], options);
    if (found !== undefined) members.push([name.replaceAll('{', '{{'), found]);
  }
  return Object.fromEntries(members);
}

/** An object that is not always there: it comes with the first thing in it that has a name. */
function conditional(members: JsonObject, samples: readonly Sample[]): Json | undefined {
  const name = firstName(members);
  const isNull = samples.some(({ value }) => value === null);
  if (name !== undefined) return { [isNull ? '{if}' : '{if?}']: name, ...members };
  const there = samples.filter(({ value }) => isObject(value)).length;
  return there * 2 >= samples.length ? members : isNull ? null : undefined;
}

function firstName(value: Json): string | undefined {
  if (typeof value === 'string') return /^\{([^{}]+?)[?|]?\}$/.exec(value)?.[1];
  if (!isObject(value)) return undefined;
  for (const item of Object.values(value)) {
    const found = firstName(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A list that is no list of records: its items are alike in number and kind, or it is constant. */
function inferArray(
  samples: readonly Sample[],
  arrays: readonly Sample[],
  place: string,
  words: readonly string[],
  options: InferOptions,
): Json | undefined {
  const lengths = new Set(arrays.map(({ value }) => (value as readonly Json[]).length));
  const length = Math.min(...lengths);
  const items = Array.from({ length }, (_, at) => {
    const inner = arrays.map((sample): Sample => ({
      ...sample,
      value: (sample.value as readonly Json[])[at],
    }));
    return infer(inner, `${place}/${at}`, words, options) ?? null;
  });
  return arrays.length < samples.length && arrays.length * 2 < samples.length ? undefined : items;
}
