// How well the mock does in place of a service: the same program runs against both, and their answers are compared.
import type { Clock } from '../../src/http/clock.ts';
import { onceFor } from '../../src/analysis/once-for.ts';
import type { Profile } from '../../src/dialect/profile.ts';
import { aligned, labelOf } from './align.ts';
import type { Answered, Asked, ForeignService } from './contract.ts';
import { learnFrom, mockOf } from './mock.ts';
import type { AsOf } from './mock.ts';
import { clockAt, recordSession, start, upstream } from './record-session.ts';
import type { RecordedSession, Which } from './record-session.ts';
import { howMuchLater, unlike } from './same-answer.ts';
import type { Given, Unlike } from './same-answer.ts';
import { Walk, askDoor } from './walk.ts';
import type { Step, WalkOptions } from './walk.ts';

export interface Difference extends Unlike {
  /** The endpoint. */
  readonly label: string;
  /** As the service was asked; as the mock was, where the service was not. */
  readonly request: string;
}

export interface Judgement {
  readonly equal: number;
  readonly of: number;
  readonly differences: readonly Difference[];
}

export const mockOrigin = 'http://127.0.0.1:5300';

interface Learned extends RecordedSession {
  readonly profile: Profile;
}

/** The recorded session with a service, which is learned from once. */
export const learnedOf = onceFor(async (service: ForeignService): Promise<Learned> => {
  const session = await recordSession(service);
  return { ...session, profile: learnFrom(session.recording, service.name) };
});

/** A program's session, as far as it came. */
interface Went {
  readonly origin: string;
  readonly steps: readonly Step[];
  /** Why it ended early, if it did. */
  readonly failure: string | undefined;
}

/** How well a mock that has learned from the recorded session does. */
export async function judge(service: ForeignService, which: Which, asOf: AsOf): Promise<Judgement> {
  const { recording, profile, end } = await learnedOf(service);
  const clock = clockAt(asOf === 'start' ? start : end);
  const { key } = service;
  const mock = mockOf(recording, profile, { asOf, clock, key, origin: mockOrigin });
  return judgeMock({ service, which, asOf }, { clock, answer: askDoor(mock, mockOrigin) });
}

export interface Judged {
  readonly service: ForeignService;
  readonly which: Which;
  /** Of the end, the service has first been through the recorded session. */
  readonly asOf: AsOf;
}

/** How well anything does in place of the service, at `mockOrigin`. */
export async function judgeMock(
  judged: Judged,
  { clock, answer }: Pick<WalkOptions, 'clock' | 'answer'>,
): Promise<Judgement> {
  const { expected, otherRuns, later } = await askedService(judged);
  const got = await go(judged, { origin: mockOrigin, clock, answer });

  const pairs = aligned(expected.steps, got.steps);
  const differences = pairs.flatMap(([one, other]): Difference[] => {
    const others = {
      runs: otherRuns.flatMap((run) => sameStep(run, expected, one) ?? []),
      later: sameStep(later, expected, one),
    };
    const found =
      one === undefined
        ? { where: 'request', expected: 'no such request', got: shown(other!.request) }
        : other === undefined
          ? { where: 'request', expected: shown(one.request), got: got.failure ?? 'no such request' }
          : unlike(given(one, expected), given(other, got), others);
    if (found === undefined) return [];
    const { request } = (one ?? other)!;
    return [{ label: labelOf(request), request: shown(request), ...found }];
  });
  return { equal: pairs.length - differences.length, of: pairs.length, differences };
}

/** Another run of the service, in place of a mock. */
export async function anotherRun(
  service: ForeignService,
  asOf: AsOf,
): Promise<{ readonly clock: Clock; readonly answer: (request: Asked) => Answered }> {
  const clock = clockAt(start);
  const { key } = service;
  const answer = service.start({ now: () => clock.now(), run: 7, origin: mockOrigin });
  if (asOf === 'end') await service.session(new Walk({ origin: mockOrigin, key, clock, answer }), 'recorded');
  return { clock, answer };
}

/** How a service answers: what is expected, and what tells which of it another run or another time changes. */
interface Expected {
  readonly expected: Went;
  readonly otherRuns: readonly Went[];
  readonly later: Went;
}

/** What was asked of the service last: whatever takes its place is judged by the same answers. */
let last: { readonly service: ForeignService; readonly asked: Map<string, Promise<Expected>> } | undefined;

function askedService(judged: Judged): Promise<Expected> {
  const { service, which, asOf } = judged;
  if (last?.service !== service) last = { service, asked: new Map() };
  const key = `${which} ${asOf}`;
  const known = last.asked.get(key) ?? askAll(judged);
  last.asked.set(key, known);
  return known;
}

async function askAll(judged: Judged): Promise<Expected> {
  const expected = await askService(judged, { run: 2, later: 0 });
  if (expected.failure !== undefined) throw new Error(`${judged.service.name}: ${expected.failure}`);
  const otherRuns = [
    await askService(judged, { run: 1, later: 0 }),
    await askService(judged, { run: 3, later: 0 }),
  ];
  return { expected, otherRuns, later: await askService(judged, { run: 2, later: howMuchLater }) };
}

interface ServiceRun {
  readonly run: number;
  /** By how many milliseconds it all happens later. */
  readonly later: number;
}

async function askService(judged: Judged, { run, later }: ServiceRun): Promise<Went> {
  const { service, asOf } = judged;
  const clock = clockAt(start + later);
  const answer = service.start({ now: () => clock.now(), run, origin: upstream });
  if (asOf === 'end') {
    await service.session(new Walk({ origin: upstream, key: service.key, clock, answer }), 'recorded');
  }
  return go(judged, { origin: upstream, clock, answer });
}

async function go({ service, which }: Judged, options: Omit<WalkOptions, 'key'>): Promise<Went> {
  const walk = new Walk({ ...options, key: service.key });
  let failure: string | undefined;
  try {
    await service.session(walk, which);
  } catch (error) {
    failure = `the program ended before: ${error instanceof Error ? error.message : String(error)}`;
  }
  return { origin: options.origin, steps: walk.steps, failure };
}

const given = ({ answer }: Step, { origin }: Went): Given => ({ answer, origin });

/** The answer to the same request in another run of the service. */
function sameStep(other: Went, expected: Went, step: Step | undefined): Given | undefined {
  const found = step && other.steps[expected.steps.indexOf(step)];
  return found?.answer.status === step?.answer.status && found ? given(found, other) : undefined;
}

const shown = ({ method, target, body }: Asked) => `${method} ${target}${body === '' ? '' : ` ${body}`}`;
