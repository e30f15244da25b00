// How figures are taken: side by side in interleaved rounds, so that whatever else the machine does falls on all
// entrants alike, and only ratios within one round are compared. Goals are set for ratios of processor time, which
// other work on the machine moves less than it moves throughput.

import { evenLoad } from './even-load.mjs';
import { load } from './load.mjs';

/**
 * What each server answers before it is measured, so that none is measured while its runtime still compiles it. That goes by
 * the requests it has answered: in the same time, a slower server has come less far.
 */
export const warmUp = { amount: 25_000, within: 300 };

/** The pace of a contest, as a share of what the slower server does under full load. */
export const paceShare = 0.7;

/** The middle of a list of numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Median, smallest and largest. */
export function summary(numbers) {
  return { median: median(numbers), min: Math.min(...numbers), max: Math.max(...numbers) };
}

/**
 * Loads every entrant once a round, as fully as 32 connections do.
 * @param entrants `{ server, requests }` each
 * @returns per entrant, in the order given: the rounds' figures by name, such as `perSecond: [..]`
 */
export async function sideBySide(entrants, { seconds, rounds, progress }) {
  for (const { server, requests } of entrants) await load(server, requests, warmUp);
  return inRounds(entrants, rounds, progress, ({ server, requests }) => load(server, requests, seconds));
}

/**
 * What a request costs two servers, in rounds as above. Both are given the same pace, which the slower one holds with
 * ease; where the machine is too busy for that, all rounds are taken anew at a slower one.
 * Under full load each server would be measured at its own pace, and the slower one charged for more than its work: its
 * client waits for it, sleeps, and has to be woken by the server's write.
 * @param entrants `{ server, requests }`, two
 * @returns per entrant, in the order given: `perSecond`, what it did under full load; `microsecondsEach`, the rounds'
 * processor time for a request at the shared pace
 */
export async function contest(entrants, { seconds, rounds, progress }) {
  const full = await sideBySide(entrants, { seconds, rounds: 1, progress: () => progress('full load') });
  const slower = Math.min(...full.map(({ perSecond }) => perSecond[0]));
  for (let rate = paceShare * slower; rate > 0.1 * slower; rate *= 0.8) {
    const taken = await inRounds(entrants, rounds, progress, ({ server, requests }) =>
      evenLoad(server, requests, { rate, seconds }),
    );
    if (taken.every(({ keptUp }) => keptUp.every(Boolean))) {
      return taken.map(({ microsecondsEach }, at) => ({ microsecondsEach, perSecond: full[at].perSecond }));
    }
    progress(`the machine is too busy for ${Math.round(rate)} requests a second: once more, with fewer`);
  }
  const names = entrants.map(({ server }) => server.name).join(' and ');
  throw new Error(`${names}: the machine is too busy to give both the same pace`);
}

/** Every other round runs backwards, so that none always has the warmer machine. */
async function inRounds(entrants, rounds, progress, measure) {
  const taken = entrants.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    const order = entrants.map((_, at) => at);
    if (round % 2 === 1) order.reverse();
    for (const at of order) taken[at].push(await measure(entrants[at]));
    progress(`round ${round + 1} of ${rounds}`);
  }
  return taken.map(byName);
}

/** Rounds of figures as lists by name. */
export function byName(figures) {
  const names = Object.keys(figures[0]);
  return Object.fromEntries(names.map((name) => [name, figures.map((figure) => figure[name])]));
}

/** Ratio per round, `numbers` over `base`. */
export function ratios(numbers, base) {
  return summary(numbers.map((number, round) => number / base[round]));
}

/**
 * The processor time that `other` needs for a request over the time that `own` needs, per round: 1 when they cost the
 * same, below 1 when ours costs more. Null where processor time can't be read.
 */
export function costRatios(own, other) {
  const known = [...own.microsecondsEach, ...other.microsecondsEach].every((time) => time !== null);
  return known ? ratios(other.microsecondsEach, own.microsecondsEach) : null;
}
