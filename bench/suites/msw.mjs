// Our msw handlers against plain msw handlers that return the same JSON, in one process.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, ratios } from '../measure.mjs';
import { runScript } from '../processes.mjs';
import { count, microseconds, ratio, spread, verdict } from '../report.mjs';

const goal = 0.9;
const doors = fileURLToPath(new URL('../servers/msw-doors.mjs', import.meta.url));

const tasks = [
  ['one', 'GET one listing'],
  ['list', 'GET 50 listings'],
  ['patch', 'PATCH price'],
];

const how = [
  'One process, one setupServer(), 8 calls of fetch in flight, every body read; resetHandlers() gives it our handlers and the plain ones in turn, in slices of 100 ms. A round is so many seconds of each.',
  'Ours (createHandlers) checks the key, counts both limits (set too high to refuse) and keeps its journal.',
  'Plain is the one http.get or http.patch that the request is for, alone, with HttpResponse.json of the same records; for PATCH it reads the body and lays it over the record.',
  'The ratio is the median of the rounds’ ratios, ours over plain in the same round; the spread is their smallest and largest. CPU per request is the process’s own, the client’s part and msw’s among it.',
];

export async function run({ bin, seconds, rounds, progress }) {
  progress('both sets of handlers');
  const entry = join(dirname(bin), 'msw.js');
  const patience = 60_000 + tasks.length * rounds * seconds * 4 * 1000;
  const figures = await runScript(doors, [entry, String(seconds), String(rounds)], patience);
  const rows = tasks.map(([task, what]) => row(what, figures[task]));
  const head = ['Request', 'ours/s', 'plain/s', 'ratio', 'spread', 'goal', ''];
  head.push('CPU per request, ours', 'plain');
  return { title: 'The msw door against plain msw handlers', how, tables: [{ head, rows }], notes: [] };
}

function row(what, { ours, plain }) {
  const [own, other] = [ours, plain].map((side) => side.map(({ perSecond }) => perSecond));
  const result = ratios(own, other);
  const cells = [what, count(median(own)), count(median(other)), ratio(result.median), spread(result)];
  cells.push(`>= ${ratio(goal)}`, verdict(result.median >= goal));
  const each = (side) => microseconds(median(side.map(({ microsecondsEach }) => microsecondsEach)));
  return [...cells, each(ours), each(plain)];
}
