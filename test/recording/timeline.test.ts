import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Interaction } from '../../src/recording/format.ts';
import { ReplayCursor } from '../../src/recording/replay/replay-cursor.ts';
import { isWrite, subjectOf, Timeline } from '../../src/recording/replay/timeline.ts';
import {
  interactionOf,
  keyOf,
  listingA,
  listingB,
  patchPrice,
  readList,
  readListing,
  readReports,
  recordingOf,
} from './timeline.support.ts';
import type { Said } from './timeline.support.ts';

/** The recording of `peers.md` 3.1. */
const peers = [readListing(listingA, 10), patchPrice(listingA, 11), readListing(listingA, 11), readReports];
const read = readListing(listingA);

function open(...said: readonly Said[]): ReplayCursor {
  return new ReplayCursor(new Timeline(recordingOf(...said).interactions));
}

/** The price, or the status where it is not 200, or why it is missing; with the marks. */
function ask(cursor: ReplayCursor, said: Said): string {
  const key = keyOf(said);
  const found = isWrite(said.method ?? 'GET') ? cursor.write(key) : cursor.read(key);
  if ('missing' in found) return `miss ${found.missing}`;
  const { status, body } = found.interaction.response;
  const json = body !== null && 'json' in body ? (body.json as Record<string, unknown>) : {};
  const list = json.data as readonly Record<string, unknown>[] | undefined;
  const price =
    list?.map(({ minPrice }) => String(minPrice)).join('/') ?? String(json.minPrice ?? json.status);
  return [status === 200 ? price : String(status), ...found.marks].join(' ');
}

const script = (cursor: ReplayCursor, ...said: readonly Said[]): string[] =>
  said.map((one) => ask(cursor, one));

test('script A: the same order gives the same answers', () => {
  expect(script(open(...peers), read, patchPrice(listingA, 11), read)).toEqual(['10', '11', '11']);
});

test('script B: polling does not show a change before the write', () => {
  const cursor = open(...peers);
  expect(script(cursor, read, read, patchPrice(listingA, 11), read)).toEqual(['10', '10', '11', '11']);
});

test('script C: a write that was never recorded is a miss and moves nothing', () => {
  const cursor = open(...peers);
  expect(script(cursor, read, patchPrice(listingA, 12), read)).toEqual(['10', 'miss unrecorded', '10']);
});

test('script E: what no write concerns is answered from the start', () => {
  expect(ask(open(...peers), readReports)).not.toContain('miss');
});

test('a read is never answered from a later state', () => {
  const cursor = open(patchPrice(listingA, 11), readListing(listingA, 11));
  expect(script(cursor, read, patchPrice(listingA, 11), read)).toEqual(['miss later', '11', '11']);
});

test('a state that nobody read is answered from the nearest earlier one, and says so', () => {
  const cursor = open(readListing(listingA, 10), patchPrice(listingA, 11), patchPrice(listingA, 12));
  cursor.write(keyOf(patchPrice(listingA, 11)));
  expect(ask(cursor, read)).toBe('10 stale');
});

test('several answers in one state come in recorded order, and the last one stays', () => {
  const report = (status: string): Said => ({ path: '/v1/reports', answer: { status } });
  const cursor = open(report('queued'), report('running'), patchPrice(listingA, 11), report('completed'));
  expect(script(cursor, ...Array.from({ length: 4 }, () => readReports))).toEqual([
    'queued',
    'running',
    'completed',
    'completed',
  ]);
});

test('trouble with a read is served in its place, but does not stay', () => {
  const trouble = (status: number): Said => ({ ...read, status, answer: {} });
  const cursor = open(
    trouble(500),
    readListing(listingA, 10),
    trouble(429),
    patchPrice(listingA, 11),
    trouble(503),
  );
  expect(script(cursor, read, read, read, read)).toEqual(['500', '10', '429', '10']);
  cursor.write(keyOf(patchPrice(listingA, 11)));
  expect(script(cursor, read, read)).toEqual(['503', '503']);
});

test('trouble does not answer for a later state when something better is known', () => {
  const cursor = open(
    readListing(listingA, 10),
    patchPrice(listingA, 11),
    { ...read, status: 503, answer: {} },
    patchPrice(listingA, 12),
  );
  cursor.write(keyOf(patchPrice(listingA, 11)));
  cursor.write(keyOf(patchPrice(listingA, 12)));
  expect(ask(cursor, read)).toBe('10 stale');
});

test('a listing that is gone stays gone', () => {
  const cursor = open(readListing(listingA, 10), { ...read, status: 404, answer: {} });
  expect(script(cursor, read, read, read)).toEqual(['10', '404', '404']);
});

test('a write that failed first fails first, then succeeds', () => {
  const cursor = open(
    readListing(listingA, 10),
    patchPrice(listingA, 11, 429),
    patchPrice(listingA, 11),
    readListing(listingA, 11),
  );
  const write = patchPrice(listingA, 11);
  expect(script(cursor, read, write, read, write, read)).toEqual(['10', '429', '10', '11', '11']);
});

test('a write that was only ever refused stays refused', () => {
  const cursor = open(patchPrice(listingA, 99, 400), patchPrice(listingA, 11));
  const refused = patchPrice(listingA, 99);
  expect(script(cursor, refused, refused)).toEqual(['400', '400']);
});

test('the same write twice in the recording leads to both states in turn', () => {
  const cursor = open(
    patchPrice(listingA, 11),
    readListing(listingA, 11),
    patchPrice(listingA, 12),
    patchPrice(listingA, 11),
    { ...read, answer: { id: listingA, minPrice: 'again' } },
  );
  const [eleven, twelve] = [patchPrice(listingA, 11), patchPrice(listingA, 12)];
  expect(script(cursor, eleven, read, twelve, eleven, read)).toEqual(['11', '11', '12', '11', 'again']);
});

test('a repeated write does not jump over other writes', () => {
  const cursor = open(patchPrice(listingA, 11), patchPrice(listingA, 12), patchPrice(listingA, 11));
  const [eleven, twelve] = [patchPrice(listingA, 11), patchPrice(listingA, 12)];
  expect(script(cursor, eleven, eleven, twelve)).toEqual(['11', '11 repeated-write', '12']);
});

test('a repeated POST is not guessed at', () => {
  const post: Said = { method: 'POST', path: '/v1/listings', sent: { sku: 'x' }, answer: { minPrice: 1 } };
  expect(script(open(post), post, post)).toEqual(['1', 'miss passed']);
});

test('a write may pass over others to the same listing, which are then behind it', () => {
  const cursor = open(
    readListing(listingA, 10),
    patchPrice(listingA, 11),
    patchPrice(listingA, 12),
    readListing(listingA, 12),
  );
  const [eleven, twelve] = [patchPrice(listingA, 11), patchPrice(listingA, 12)];
  expect(script(cursor, twelve, read, eleven)).toEqual(['12 skipped-writes', '12', 'miss passed']);
});

test('listings move apart: writes to one do not move the other', () => {
  const other = readListing(listingB);
  const cursor = open(
    readListing(listingA, 10),
    readListing(listingB, 50),
    patchPrice(listingB, 51),
    readListing(listingB, 51),
    patchPrice(listingA, 11),
    readListing(listingA, 11),
  );
  expect(script(cursor, patchPrice(listingA, 11), read, other)).toEqual(['11', '11', '50']);
  expect(script(cursor, patchPrice(listingB, 51), read, other)).toEqual(['51', '11', '51']);
});

test('a list shows the recorded state up to the first write that was not done, and says when it hides one', () => {
  const recorded = [
    readList(10, 50),
    patchPrice(listingA, 11),
    readList(11, 50),
    patchPrice(listingB, 51),
    readList(11, 51),
  ];
  const list = readList();
  const inOrder = open(...recorded);
  expect(script(inOrder, list, patchPrice(listingA, 11), list, list, patchPrice(listingB, 51), list)).toEqual(
    ['10/50', '11', '11/50', '11/50', '51', '11/51'],
  );
  const otherwise = open(...recorded);
  expect(script(otherwise, patchPrice(listingB, 51), list, patchPrice(listingA, 11), list)).toEqual([
    '51',
    '10/50 stale',
    '11',
    '11/51',
  ]);
});

test('a write to a collection concerns what is in it', () => {
  const post: Said = { method: 'POST', path: '/v1/things', sent: {}, status: 201, answer: {} };
  const thing: Said = { path: '/v1/things/1', answer: { minPrice: 1 } };
  expect(script(open(post, thing), thing, post, thing)).toEqual(['miss later', '201', '1']);
});

test('a 401 that another key got is left out where keys are checked before', () => {
  const refused: Said = { ...read, status: 401, answer: {} };
  const only: Said = { path: '/basic', status: 401 };
  const { interactions } = recordingOf(refused, readListing(listingA, 10), only);
  const cursor = new ReplayCursor(new Timeline(interactions, { authenticated: true }));
  expect(script(cursor, read, read, only)).toEqual(['10', '10', '401']);
  expect(ask(new ReplayCursor(new Timeline(interactions)), read)).toBe('401');
});

test('a new edition of the recording is taken over in place', () => {
  const before = open(...peers);
  script(before, read, patchPrice(listingA, 11));
  const edited = recordingOf(...peers.with(2, readListing(listingA, 11.5))).interactions;
  expect(ask(new ReplayCursor(new Timeline(edited), before), read)).toBe('11.5');
});

test('looking without moving shows the answer that stays', () => {
  const cursor = open({ ...read, status: 429 }, readListing(listingA, 10));
  expect(cursor.peek(keyOf(read))?.response.status).toBe(200);
  expect(ask(cursor, read)).toBe('429');
});

test('the subject of a path is the listing, or the path itself', () => {
  expect(subjectOf('/v1/listings/7/price')).toBe('/v1/listings/7');
  expect(subjectOf('/v1/listings/7')).toBe('/v1/listings/7');
  expect(subjectOf('/v1/listings/')).toBe('/v1/listings');
  expect(subjectOf('/v1/reports')).toBe('/v1/reports');
  expect(subjectOf('/')).toBe('');
});

// A server of two listings that remembers in each answer which writes it has seen.
type Step =
  | { readonly do: 'read' | 'list' | 'reports' }
  | { readonly do: 'write'; readonly price: number; readonly limited: boolean };
type OnListing = Step & { readonly listing: 'a' | 'b' };

class Model {
  readonly #seen = { a: [] as number[], b: [] as number[] };
  #writes = 0;

  /** What this server says to one step. */
  take(step: OnListing): Said {
    const said = requestOf(step);
    if (step.do === 'reports') return { ...said, answer: {} };
    if (step.do !== 'write')
      return { ...said, answer: step.do === 'list' ? this.#all() : this.#all()[step.listing] };
    if (step.limited) return { ...said, status: 429, answer: {} };
    this.#seen[step.listing].push(this.#writes++);
    return { ...said, answer: this.#all()[step.listing] };
  }

  #all(): { a: number[]; b: number[] } {
    return structuredClone(this.#seen);
  }
}

function requestOf(step: OnListing): Said {
  if (step.do === 'write') {
    return { method: 'PATCH', path: `/v1/listings/${step.listing}/price`, sent: { minPrice: step.price } };
  }
  if (step.do === 'read') return { path: `/v1/listings/${step.listing}` };
  return { path: step.do === 'list' ? '/v1/listings' : '/v1/reports' };
}

const listing = fc.constantFrom('a' as const, 'b' as const);
const reading = fc.record({
  do: fc.constantFrom('read' as const, 'list' as const, 'reports' as const),
  listing,
});
const writing = fc.record({
  do: fc.constant('write' as const),
  listing,
  price: fc.integer({ min: 1, max: 3 }),
  limited: fc.boolean(),
});
const everyRead = (['read', 'list', 'reports'] as const).flatMap((what) =>
  (['a', 'b'] as const).map((each) => ({ do: what, listing: each })),
);
const steps = fc.array(fc.oneof({ arbitrary: reading, weight: 2 }, writing), { maxLength: 25 });

function record(script: readonly OnListing[]): Interaction[] {
  const server = new Model();
  return script.map((step, at) => interactionOf(server.take(step), at));
}

function replayStep(cursor: ReplayCursor, step: OnListing): ReturnType<ReplayCursor['read']> {
  const key = keyOf(requestOf(step));
  return step.do === 'write' ? cursor.write(key) : cursor.read(key);
}

const answerOf = ({ response: { status, body } }: Interaction): unknown => ({ status, body });

test('property: the recorded script gives the recorded answers, whatever is read in between', () => {
  const withExtra = fc.array(fc.tuple(fc.array(reading, { maxLength: 3 }), fc.oneof(reading, writing)), {
    maxLength: 25,
  });
  fc.assert(
    fc.property(withExtra, (script) => {
      const interactions = record(script.map(([, step]) => step));
      const cursor = new ReplayCursor(new Timeline(interactions));
      const server = new Model();
      const truth = (step: OnListing): unknown => answerOf(interactionOf(server.take(step), 0));
      const past: { readonly step: OnListing; readonly answer: unknown }[] = [];
      for (const [at, [extra, step]] of script.entries()) {
        for (const reads of extra) {
          const found = replayStep(cursor, reads);
          if ('missing' in found) continue;
          // Unmarked it is the truth of now; marked it is a truth of before.
          if (found.marks.length === 0) expect(answerOf(found.interaction)).toEqual(truth(reads));
          else expect(past).toContainEqual({ step: reads, answer: answerOf(found.interaction) });
        }
        for (const each of everyRead) past.push({ step: each, answer: truth(each) });
        const found = replayStep(cursor, step);
        expect('missing' in found ? found : answerOf(found.interaction)).toEqual(answerOf(interactions[at]!));
        expect(found).toMatchObject({ marks: [] });
        server.take(step);
      }
    }),
  );
});

test('property: in any other order, no read shows a write that is not done or passed over', () => {
  fc.assert(
    fc.property(steps, steps, (script, other) => {
      const cursor = new ReplayCursor(new Timeline(record(script)));
      const behind = { a: new Set<number>(), b: new Set<number>() };
      for (const step of other) {
        const found = replayStep(cursor, step);
        if ('missing' in found || found.interaction.response.status !== 200) continue;
        const { body } = found.interaction.response;
        const json = body !== null && 'json' in body ? body.json : null;
        if (step.do === 'write') for (const write of json as number[]) behind[step.listing].add(write);
        if (step.do === 'read')
          expect([...behind[step.listing]]).toEqual(expect.arrayContaining(json as number[]));
        if (step.do === 'list') {
          const lists = json as { a: number[]; b: number[] };
          expect([...behind.a]).toEqual(expect.arrayContaining(lists.a));
          expect([...behind.b]).toEqual(expect.arrayContaining(lists.b));
        }
      }
    }),
  );
});

test('property: a cursor taken over to the same recording goes on as the old one would', () => {
  fc.assert(
    fc.property(steps, fc.nat(25), (script, cut) => {
      const interactions = record(script);
      let cursor = new ReplayCursor(new Timeline(interactions));
      script.forEach((step, at) => {
        if (at === cut) cursor = new ReplayCursor(new Timeline(structuredClone(interactions)), cursor);
        const found = replayStep(cursor, step);
        expect('missing' in found ? found : answerOf(found.interaction)).toEqual(answerOf(interactions[at]!));
      });
    }),
  );
});

test('a hundred thousand interactions are indexed and answered', () => {
  const said: Said[] = [];
  for (let at = 0; at < 25_000; at += 1) {
    const id = `listing-${at % 5000}`;
    said.push(readListing(id, at), patchPrice(id, at + 1), readListing(id, at + 1), readList(at));
  }
  const { interactions } = recordingOf(...said);
  const cursor = new ReplayCursor(new Timeline(interactions));
  for (const one of said.slice(0, 4000)) expect(ask(cursor, one)).not.toContain('miss');
  expect(ask(cursor, readList())).toBe('999');
});
