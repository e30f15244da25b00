// A request in the service's form as one in ours: names, nesting and number forms of bodies, ids in paths. A body is
// read only when the simulator reads it, so that the order of its checks stands.
import { coreFields } from './core-fields.ts';
import { hasDuplicateKeys } from '../http/duplicate-keys.ts';
import { isObject, numberOf, parseExactly, printExactly } from '../http/exact-json.ts';
import type { Json, JsonObject } from '../http/exact-json.ts';
import { readId, readMoney } from './forms.ts';
import { stepsOf, valueAt, withoutValueAt } from './pointer.ts';
import { aboutValue } from './situations.ts';
import type { SpokenEndpoint, Wire } from './wire.ts';

/** What a client sent, for the words of an error. */
export interface Sent {
  /** By our names, as they were written. */
  readonly fields: JsonObject;
  /** Names of fields that nobody knows. */
  readonly unknown: readonly string[];
  readonly text: string;
}

export interface Translated extends Sent {
  /** The body in our form. */
  readonly body: string;
}

/** The body of a write in our form; unchanged where it is not JSON, so that the simulator says what is wrong. */
export function translateBody(text: string, endpoint: SpokenEndpoint, wire: Wire): Translated {
  let body: Json;
  try {
    body = parseExactly(text);
  } catch {
    return { fields: {}, unknown: [], text, body: text };
  }
  if (!isObject(body)) return { fields: {}, unknown: [], text, body: text };
  const fields: Record<string, Json> = {};
  const ours: [string, Json][] = [];
  let rest: Json = body;
  for (const name of coreFields(endpoint)) {
    const pointer = wire.requests[name] ?? `/${name}`;
    const value = valueAt(body, pointer);
    if (value === undefined) continue;
    fields[name] = value;
    const own = name === 'strategyId' ? ourStrategy(value, wire) : ourPrice(value, wire);
    ours.push([name, isRefused(name, aboutValue(value), wire) ? {} : own]);
    rest = withoutWay(withoutValueAt(rest, pointer), pointer);
  }
  const [first] = coreFields(endpoint);
  if (ours.length === 0 && first !== undefined && isRefused(first, 'nothing', wire)) ours.push([first, {}]);
  const unknown = isObject(rest) ? Object.keys(rest) : [];
  // A name of ours that is none of theirs must not be taken for it.
  const others = unknown.map(
    (name) => [coreFields(endpoint).includes(name as never) ? `_${name}` : name, true] as const,
  );
  const translated = printExactly(Object.fromEntries([...ours, ...others]));
  return { fields, unknown, text, body: hasDuplicateKeys(text) ? withDuplicate(translated) : translated };
}

/**
 * Whether the service was seen refusing a field for what its value is. The simulator is then given what it refuses
 * too, at the same point of its checks: not all that services refuse is a question of the ledger.
 */
function isRefused(name: string, about: string, { errors }: Wire): boolean {
  return errors.some((error) => error.param === name && error.about === about && isOfValue(about));
}

const isOfValue = (about: string) => !['number', 'digits', 'order', 'equal', 'missing'].includes(about);

/** The text with its first key twice: whether that is an error, the simulator decides. */
function withDuplicate(text: string): string {
  const key = /^\{("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? '"_"';
  return `{${key}:0,${text.slice(1)}`;
}

function ourPrice(value: Json, { requests: { money, lenient = false } }: Wire): Json {
  const form = money ?? { as: 'number', decimals: 0 };
  const read = readMoney(value, form);
  if (read !== undefined) return read;
  const other = lenient ? readMoney(value, { ...form, as: otherForm[form.as] }) : undefined;
  if (other !== undefined) return other;
  // The simulator takes numbers: what is none to this service must not be one to the simulator.
  return form.as !== 'number' && (numberOf(value) !== undefined || typeof value === 'string') ? {} : value;
}

const otherForm = {
  number: 'string',
  string: 'number',
  cents: 'cents-string',
  'cents-string': 'cents',
} as const;

function ourStrategy(value: Json, wire: Wire): Json {
  const form = wire.records.strategy?.idForm;
  const text = typeof value === 'number' && form?.form === 'integer' ? String(value) : value;
  if (typeof text !== 'string' || text === '' || form === undefined) return text;
  return readId(text, form, false) ?? text;
}

/** Objects that are empty after a field was taken out of them were only the way to it. */
function withoutWay(value: Json, pointer: string): Json {
  const steps = stepsOf(pointer);
  let result = value;
  for (let length = steps.length - 1; length > 0; length -= 1) {
    const parent = `/${steps.slice(0, length).join('/')}`;
    const found = valueAt(result, parent);
    if (isObject(found) && Object.keys(found).length === 0) result = withoutValueAt(result, parent);
  }
  return result;
}
