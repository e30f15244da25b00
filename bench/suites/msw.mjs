// Our msw handlers against plain msw handlers that return the same JSON, in one process.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { byName } from '../measure.mjs';
import { runScript } from '../processes.mjs';
import { contestHead, contestRow } from '../report.mjs';

const goal = 0.9;
const handlers = fileURLToPath(new URL('../servers/msw-handlers.mjs', import.meta.url));

const tasks = [
  ['one', 'GET one listing'],
  ['list', 'GET 50 listings'],
  ['patch', 'PATCH price'],
];

const how = [
  'One process, one setupServer(), 8 calls of fetch in flight, every body read; resetHandlers() gives it our handlers and the plain ones in turn, in slices of 100 ms. A round is so many seconds of each.',
  'Ours (createHandlers) checks the key, counts both limits (set too high to refuse) and keeps its request log.',
  'Plain is the one http.get or http.patch that the request is for, alone, with HttpResponse.json of the same records; for PATCH it reads the body and lays it over the record.',
  'The ratio is that of processor time: what a request with the plain handlers needs over what one with ours needs, in the same round; the client’s part and msw’s are in both. Shown is the median over the rounds, with the smallest and the largest.',
];

export async function run({ bin, seconds, rounds, progress }) {
  progress('both sets of handlers');
  const entry = join(dirname(bin), 'msw.js');
  const patience = 60_000 + tasks.length * rounds * seconds * 4 * 1000;
  const figures = await runScript(handlers, [entry, String(seconds), String(rounds)], patience);
  const rows = tasks.map(([task, what]) => {
    const { ours, plain } = figures[task];
    return contestRow(what, goal, byName(ours), byName(plain));
  });
  const head = contestHead('Request', 'plain');
  return {
    title: 'The mock as msw handlers against plain msw handlers',
    how,
    tables: [{ head, rows }],
    notes: [],
  };
}
