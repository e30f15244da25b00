// From the start of the process to its first answer.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, ratios, summary } from '../measure.mjs';
import { launch, temporaryFolder } from '../processes.mjs';
import { milliseconds, ratio, spread, verdict } from '../report.mjs';
import { bare } from '../servers/bare.mjs';
import { oursAsShipped } from '../servers/ours.mjs';

const starts = 15;
const goal = 3;

const how = [
  `${starts} starts each, in turn, from just before spawn() to the end of the first 200 on GET /v1/listings; the client tries again 1 ms after each refusal.`,
  'pricing-mock starts with its own settings (50 listings, limits of 5 a second and 300 a minute) and `--log silent`; bare is a script of 50 lines that answers one small file.',
  'The ratio is that of the medians; its spread is over the pairs.',
];

/** Milliseconds to the first answer. */
export async function timeStart(plan) {
  const server = await launch(plan);
  await server.stop();
  return server.startMilliseconds;
}

export async function run({ bin, progress }) {
  const file = join(temporaryFolder(), 'answer.json');
  writeFileSync(file, '{"data":[],"has_more":false}');
  const plans = [{ ...oursAsShipped(bin), probe: '/v1/listings' }, bare('bytes', file)];
  const times = [[], []];
  for (const plan of plans) await timeStart(plan); // fills the disk cache
  for (let round = 0; round < starts; round += 1) {
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) times[at].push(await timeStart(plans[at]));
    progress(`start ${round + 1} of ${starts}`);
  }
  const [own, other] = times;
  const result = median(own) / median(other);
  const range = ({ min, max }) => `${milliseconds(min)} to ${milliseconds(max)}`;
  const head = ['Start', 'median', 'spread', 'ratio', 'spread of the ratio', 'goal', ''];
  const rows = [
    ['pricing-mock serve', milliseconds(median(own)), range(summary(own)), ratio(result)],
    ['bare node:http', milliseconds(median(other)), range(summary(other)), '1.00', '', '', ''],
  ];
  rows[0].push(spread(ratios(own, other)), `<= ${ratio(goal)}`, verdict(result <= goal));
  return { title: 'Start', how, tables: [{ head, rows }], notes: [] };
}
