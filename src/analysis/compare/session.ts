// Plays a recorded session, writes included, through a simulator, in the order and at the times in which requests came.
import { nodeBodies } from '../../recording/body/node-bodies.ts';
import type { Interaction, RecordedRequest } from '../../recording/format.ts';
import { recordedAnswer, type Answer, type Exchange } from './answer.ts';
import { Correlation } from './correlate.ts';
import { playTimes } from './play-times.ts';

/** Who asks: an account with a valid key, one without a key, one with a wrong one. */
export type Asker = 'account' | 'nobody' | 'stranger';

export interface PlayedRequest extends Pick<RecordedRequest, 'method' | 'path' | 'query' | 'headers'> {
  readonly body: Uint8Array;
  readonly asker: Asker;
}

/** The simulator, opened with what the recording shows of the time before its first request. */
export interface Simulator {
  /** Moves its clock forward to this time, in milliseconds since 1970. */
  readonly moveTo: (time: number) => void;
  readonly ask: (request: PlayedRequest) => Promise<Answer>;
  /** Whether the limits of §8 would refuse the request now. */
  readonly refuses: (request: PlayedRequest) => boolean;
  /** What it answers to a request that the limits refuse; nothing is counted and nothing changes. */
  readonly askRefused: (request: PlayedRequest) => Promise<Answer>;
}

/** The limits that the recorded account is taken to have, for telling which 429s the recorded traffic explains. */
export interface SessionLimits {
  readonly perSecond: number;
  readonly perMinute: number;
}

/** @returns one exchange for each interaction, in recorded order */
export async function playSession(
  interactions: readonly Interaction[],
  simulator: Simulator,
  limits: SessionLimits,
): Promise<Exchange[]> {
  const times = playTimes(interactions);
  const correlation = new Correlation();
  const asked: number[] = [];
  const exchanges: Exchange[] = [];
  // A recording has the order in which answers were complete; limits count the requests as they came.
  const order = [...interactions.keys()].sort((a, b) => times[a]! - times[b]! || a - b);
  for (const index of order) {
    const interaction = interactions[index]!;
    const time = times[index]!;
    simulator.moveTo(time);
    const exchange = await playOne(interaction, time, { simulator, correlation, limits, asked });
    if (interaction.response.status !== 401) asked.push(time);
    if (exchange.simulated !== undefined) correlation.learn(exchange.recorded, exchange.simulated);
    exchanges[index] = exchange;
  }
  return exchanges;
}

interface Play {
  readonly simulator: Simulator;
  readonly correlation: Correlation;
  readonly limits: SessionLimits;
  /** When the account asked before, by the simulator's clock. */
  readonly asked: readonly number[];
}

async function playOne(interaction: Interaction, time: number, play: Play): Promise<Exchange> {
  const { simulator } = play;
  const recorded = recordedAnswer(interaction.response);
  const aside = (setAside: string): Exchange => ({ interaction, recorded, simulated: undefined, setAside });
  if (recorded.status >= 500) return aside('trouble of the service (5xx)');
  const body = bodyOf(interaction.request);
  if (body === undefined) return aside('its request was too large to be recorded');
  const { method, headers } = interaction.request;
  const target = play.correlation.targetOf(interaction.request);
  const request: PlayedRequest = { method, headers, ...target, body, asker: 'account' };

  if (recorded.status === 401) {
    const [nobody, stranger] = [
      await simulator.ask({ ...request, asker: 'nobody' }),
      await simulator.ask({ ...request, asker: 'stranger' }),
    ];
    return { interaction, recorded, simulated: nearer(recorded, nobody, stranger) };
  }
  if (recorded.status === 429 && !simulator.refuses(request)) {
    const refusal = { interaction, recorded, simulated: await simulator.askRefused(request) };
    const explained = isExplained(time, play);
    return explained
      ? { ...refusal, unlimited: true }
      : { ...refusal, setAside: 'a 429 that the recorded requests do not explain (its form is compared)' };
  }
  if (recorded.status !== 429 && simulator.refuses(request)) {
    // It may have reached the service at any moment until its answer was there.
    simulator.moveTo(time + interaction.milliseconds);
  }
  return { interaction, recorded, simulated: await simulator.ask(request) };
}

/** Requests may bunch up on their way. */
const margin = 100;

/** Whether so many requests went before as any way of counting needs for a refusal. */
function isExplained(time: number, { asked, limits }: Play): boolean {
  const within = (width: number) => asked.filter((at) => at > time - width - margin).length;
  return within(1000) >= limits.perSecond || within(60_000) >= limits.perMinute;
}

/** Undefined for a body that is not in the recording. */
function bodyOf({ body }: RecordedRequest): Uint8Array | undefined {
  if (body === null) return new Uint8Array();
  if ('omitted' in body) return undefined;
  return body.wire === undefined ? nodeBodies.readableBytes(body) : Buffer.from(body.wire, 'base64');
}

/** Of two answers the one whose text comes nearer: the recording does not say whether the key was missing or wrong. */
function nearer(recorded: Answer, first: Answer, second: Answer): Answer {
  const words = (answer: Answer) => new Set((answer.text ?? '').split(/\W+/));
  const wanted = words(recorded);
  const shared = (answer: Answer) => [...words(answer)].filter((word) => wanted.has(word)).length;
  return shared(second) > shared(first) ? second : first;
}
