// The recording that the server works on: its interactions, cut by its writes; where each client of a replay stands; and what it
// teaches. What takes long is done when it is asked for, and refused for a recording that would take too long.
import { ApiError } from '../../spec/errors.ts';
import { printable } from '../../spec/read-body.ts';
import type { Interaction, Recording } from '../../recording/format.ts';
import { isDoneWrite } from '../../recording/replay/timeline.ts';
import type { ReplayWorlds } from '../../recording/replay/replay-worlds.ts';
import { ModeError } from '../modes/mode-switch.ts';
import { recordedBodyView } from './body-view.ts';
import { digits, queryFields } from './query.ts';
import { readMembers, whole } from './members.ts';
import { answerJson } from './route.ts';
import type { Call, ControlParts, Route } from './route.ts';

export const recordingRoutes: readonly Route<ControlParts>[] = [
  { name: 'readRecording', method: 'GET', path: '/__mock/recording', answer: readRecording },
  { name: 'readInteraction', method: 'GET', path: '/__mock/recording/{id}', answer: readInteraction },
  { name: 'readLearned', method: 'GET', path: '/__mock/learned', answer: readLearned },
  { name: 'readFidelity', method: 'GET', path: '/__mock/fidelity', answer: readFidelity },
];

const usualPage = 100;
const mostOfPage = 1000;

async function readRecording({ request, parts }: Call<ControlParts>) {
  const { after = 0, limit = usualPage } = readMembers(queryFields(request), {
    after: digits(whole(0)),
    limit: digits(whole(1, mostOfPage)),
  });
  const recording = await recordingOf(parts);
  const { interactions, upstream } = recording;
  const { positions } = parts.running();
  const summary = positions?.summary();
  const unused = new Set(summary?.unused);
  const writes: string[] = [];
  const rows = interactions.map((interaction, index) => {
    const epoch = writes.length;
    const write = isDoneWrite(interaction);
    if (write) writes.push(interaction.id);
    const used = summary !== undefined && !unused.has(interaction.id);
    return { number: index + 1, ...headOf(interaction), epoch, write, used };
  });
  return answerJson({
    ...{ name: parts.mode.current().recording, upstream, total: rows.length, writes },
    interactions: rows.slice(after, after + limit),
    clients: positions === undefined ? [] : clientsOf(positions, parts, writes.length),
    ...{ answered: summary?.answered ?? 0, missed: summary?.misses ?? 0 },
    misses: summary?.missed ?? [],
    unused: unused.size,
  });
}

function headOf({
  id,
  at,
  milliseconds,
  request: { method, path, query },
  response: { status },
}: Interaction) {
  return { id, at, milliseconds, method, path, query, status };
}

/** Where each client stands: after how many of the recorded writes, and before which. */
function clientsOf(positions: ReplayWorlds, { opened }: ControlParts, writesOf: number) {
  const worldOf = new Map(opened.all().map(({ key, id }) => [key, id]));
  return positions.clients().map(({ account, cursor }) => ({
    world: worldOf.get(account) ?? null,
    ...{
      writesDone: cursor.writesDone,
      writesOf,
      next: cursor.nextWrite?.id ?? null,
      served: cursor.served.size,
    },
  }));
}

async function readInteraction({ parts, id }: Call<ControlParts>) {
  const { interactions } = await recordingOf(parts);
  const found = interactions.find((one) => one.id === id);
  if (found === undefined) {
    throw new ApiError('resource_missing', `There is no interaction '${printable(id)}'.`, { param: 'id' });
  }
  const { at, milliseconds, request, response } = found;
  const { method, path, query } = request;
  return answerJson({
    ...{ id, at, milliseconds },
    request: { method, path, query, headers: request.headers, ...recordedBodyView(request.body) },
    response: { status: response.status, headers: response.headers, ...recordedBodyView(response.body) },
  });
}

/** How the recorded service speaks, as far as the recording shows it. */
async function readLearned({ parts }: Call<ControlParts>) {
  const { name, recording } = await studied(parts, 'learn');
  return answerJson((await parts.studies()).learned(name, recording));
}

/** How faithful a mock is that has learned from the recording. */
async function readFidelity({ parts }: Call<ControlParts>) {
  const { name, recording } = await studied(parts, 'fidelity');
  return answerJson(await (await parts.studies()).fidelity(name, recording));
}

/** Longer recordings are left to the command line: nothing else is answered while one is studied. */
const mostStudied = 2000;

/** @throws ModeError for a recording that is too long */
async function studied(parts: ControlParts, command: 'learn' | 'fidelity') {
  const recording = await recordingOf(parts);
  const name = parts.mode.current().recording ?? '';
  const { length } = recording.interactions;
  if (length === 0) throw new ModeError(`the recording ${name} has no interaction yet`);
  if (length <= mostStudied) return { name, recording };
  throw new ModeError(
    `the recording ${name} has ${length} interactions, and more than ${mostStudied} take long; run \`pricing-mock ${command} ${name}\``,
  );
}

/** @throws ModeError in a mode without a recording */
async function recordingOf({ running, mode }: ControlParts): Promise<Recording> {
  const recording = await running().recorded?.();
  if (recording !== undefined) return recording;
  throw new ModeError(`the server is in the mode ${mode.current().mode}, which works on no recording`);
}
