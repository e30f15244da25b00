// The services of this folder are what the judge takes them for.
import { beforeAll, describe, expect, test } from 'vitest';
import { composedService } from './composed.ts';
import type { ForeignService } from './contract.ts';
import { clockAt, start } from './record-session.ts';
import type { Which } from './record-session.ts';
import { services } from './services.ts';
import { amount, first } from '../support/soak.ts';
import { Walk, bodyOf, noAnswer } from './walk.ts';
import type { Step } from './walk.ts';

const origin = 'https://upstream.example';

async function steps(service: ForeignService, which: Which, run: number): Promise<readonly Step[]> {
  const clock = clockAt(start);
  const answer = service.start({ now: () => clock.now(), run, origin });
  const walk = new Walk({ origin, key: service.key, clock, answer });
  await service.session(walk, which);
  return walk.steps;
}

const requestOf = ({ request: { method, target, body } }: Step) => `${method} ${target} ${body}`;

/** The first list of an answer, however deep. */
function recordsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return [];
  return (
    Object.values(value)
      .map(recordsIn)
      .find(({ length }) => length > 0) ?? []
  );
}

/** Whether an id stands in a text, and not only as a part of another one. */
const holds = (text: string, id: string) =>
  new RegExp(`(?<![\\w-])${id.replace(/[^\w-]/g, '\\$&')}(?![\\w-])`).test(text);

/** The texts and numbers of a record by the names that lead to them. */
function membersOf(value: unknown, name = ''): ReadonlyMap<string, string> {
  if (typeof value !== 'object' || value === null) return new Map([[name, String(value)]]);
  return new Map(Object.entries(value).flatMap(([key, member]) => [...membersOf(member, `${name}/${key}`)]));
}

const composed = Array.from({ length: amount(2, 40) }, (_, at) => composedService(at + 1));

describe.each([...first(5, services), ...composed])('the service $name', (service) => {
  const isRefusal = service.isRefusal ?? (({ status }) => status >= 400 && status !== 429);
  let sessions: Readonly<Record<Which, readonly Step[]>>;

  beforeAll(async () => {
    sessions = { recorded: await steps(service, 'recorded', 1), another: await steps(service, 'another', 1) };
  });

  test.each(['recorded', 'another'] as const)('answers the same in two equal runs of %s', async (which) => {
    expect(await steps(service, which, 3)).toEqual(await steps(service, which, 3));
  });

  test.each(['recorded', 'another'] as const)('has what the session %s asks for', (which) => {
    const asked = sessions[which];
    // 503 is what some answer to those who ask too often.
    const isFailure = (status: number) => status === noAnswer || (status >= 500 && status !== 503);
    expect(asked.filter(({ answer }) => isFailure(answer.status))).toEqual([]);
    expect(asked.map(requestOf).filter((request) => /missing|undefined|NaN/.test(request))).toEqual([]);
  });

  test('shows each listing once in a walk through its pages', () => {
    const { recorded } = sessions;
    const end = recorded.findIndex(({ request }) => !/^\/v1\/listings(?:\?|$)/.test(request.target));
    const recordsOf = service.recordsIn ?? recordsIn;
    const records = recorded.slice(0, end).flatMap(({ answer }) => recordsOf(bodyOf(answer)));
    const texts = records.map((record) => JSON.stringify(record));
    const alone = new Set(
      recorded.flatMap(({ request: { method, target }, answer }) => {
        const [, id] = /^\/v1\/listings\/([^/?]+)(?:\?|$)/.exec(target) ?? [];
        return id !== undefined && method === 'GET' && answer.status === 200 && !isRefusal(answer)
          ? [decodeURIComponent(id)]
          : [];
      }),
    );
    expect(end).toBeGreaterThan(1);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.length).toBeGreaterThanOrEqual(23);
    expect(alone.size).toBeGreaterThanOrEqual(5);
    const members = records.map((record) => membersOf(record));
    const once = (name: string) => (id: string) =>
      members.filter((record) => holds(record.get(name) ?? '', id)).length === 1;
    const names = [...new Set(members.flatMap((record) => [...record.keys()]))];
    // A second id of a record has a sign or a word before it, or is a key for people, which tells it from the first.
    const isSecond = (id: string) => /^@|^code-|^[A-Z]+-\d+$/.test(id);
    const [first, second] = [
      [...alone].filter((id) => /^\w/.test(id) && !isSecond(id)),
      [...alone].filter(isSecond),
    ];
    for (const ids of [first, second.map((id) => id.replace(/^(?:@|code-)/, ''))]) {
      expect(names.filter((name) => ids.every(once(name)))).not.toEqual([]);
    }
    expect(first.length + second.length).toBe(alone.size);
  });

  test('is asked of as a program would do in an hour', () => {
    const { recorded, another } = sessions;
    expect(recorded.length).toBeGreaterThanOrEqual(70);
    // What only some composed services have is asked for beside the rest.
    const isComposed = composed.includes(service);
    expect(recorded.length).toBeLessThanOrEqual(isComposed ? 170 : 125);
    expect(another.length).toBeGreaterThanOrEqual(50);
    expect(another.length).toBeLessThanOrEqual(isComposed ? 110 : 75);
    const refused = recorded.filter(({ answer }) => isRefusal(answer));
    expect(refused.length).toBeGreaterThanOrEqual(15);
  });

  test('is asked other things in the other session', () => {
    const recorded = new Set(sessions.recorded.map(requestOf));
    const another = sessions.another.map(requestOf);
    const again = another.filter((request) => recorded.has(request));
    expect(again.length).toBeLessThanOrEqual(another.length / 10);
  });
});
