// The recording that the server works on: its interactions, cut by its writes; where each client of a replay stands; and what it
// teaches. What takes long is done when it is asked for, and refused for a recording that would take too long.
import { ApiError } from '../../spec/errors.ts';
import { printable } from '../../spec/read-body.ts';
import { meantBy } from '../../http/nearest-name.ts';
import type { Interaction, Recording } from '../../recording/format.ts';
import { stretches } from '../../recording/replay/in-force.ts';
import type { ReplayWorld, ReplayWorlds } from '../../recording/replay/replay-worlds.ts';
import { StartError } from '../../recording/replay/start-at.ts';
import { isDoneWrite, subjectOf, Timeline } from '../../recording/replay/timeline.ts';
import { ModeError, startOf } from '../modes/mode-switch.ts';
import { worldOf } from './asked-world.ts';
import { recordedBodyView } from './body-view.ts';
import { readObject } from './control-body.ts';
import { readAs, readMembers, required } from './members.ts';
import { answerJson } from './route.ts';
import type { Call, ControlParts, Route } from './route.ts';

export const recordingRoutes: readonly Route<ControlParts>[] = [
  { name: 'readRecording', method: 'GET', path: '/__mock/recording', answer: readRecording },
  { name: 'readInteraction', method: 'GET', path: '/__mock/recording/{id}', answer: readInteraction },
  { name: 'moveReplay', method: 'PUT', path: '/__mock/replay/at', answer: moveReplay },
  { name: 'readLearned', method: 'GET', path: '/__mock/learned', answer: readLearned },
  { name: 'readFidelity', method: 'GET', path: '/__mock/fidelity', answer: readFidelity },
];

const usualPage = 100;

async function readRecording({ parts, query: { after = 0, limit = usualPage } }: Call<ControlParts>) {
  const recording = await recordingOf(parts);
  const { interactions, upstream } = recording;
  const { positions } = parts.running();
  const summary = positions?.summary();
  const unused = new Set(summary?.unused);
  const inForce = stretchesOf(recording, positions);
  const writes: string[] = [];
  const rows = interactions.map((interaction, index) => {
    const epoch = writes.length;
    const write = isDoneWrite(interaction);
    if (write) writes.push(interaction.id);
    const used = summary !== undefined && !unused.has(interaction.id);
    return {
      number: index + 1,
      ...headOf(interaction),
      about: subjectOf(interaction.request.path),
      epoch,
      write,
      used,
      inForce: inForce.get(interaction) ?? [],
    };
  });
  return answerJson({
    name: parts.mode.current().recording,
    upstream,
    total: rows.length,
    writes,
    interactions: rows.slice(after, after + limit),
    clients: positions === undefined ? [] : clientsOf(positions, parts, writes.length),
    answered: summary?.answered ?? 0,
    missed: summary?.misses ?? 0,
    misses: summary?.missed ?? [],
    unused: unused.size,
  });
}

const known = new WeakMap<Recording, ReturnType<typeof stretches>>();

/** Worked out once for each edition of the recording, which is read page by page. */
function stretchesOf(recording: Recording, positions: ReplayWorlds | undefined) {
  const found =
    known.get(recording) ?? stretches(positions?.timeline ?? new Timeline(recording.interactions));
  known.set(recording, found);
  return found;
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
  const idOf = new Map(opened.all().map(({ key, id }) => [key, id]));
  return positions.clients().map(({ account, cursor }) => placeOf(idOf.get(account), cursor, writesOf));
}

function placeOf(world: string | undefined, cursor: ReplayWorld['cursor'], writesOf: number) {
  const { writesDone, nextWrite, served } = cursor;
  return { world: world ?? null, writesDone, writesOf, next: nextWrite?.id ?? null, served: served.size };
}

/** Takes the client of the world to the state after a recorded write. */
async function moveReplay(call: Call<ControlParts>) {
  const { request, parts } = call;
  const { positions } = parts.running();
  if (positions === undefined) {
    throw new ModeError(`the server is in the mode ${parts.mode.current().mode}, which replays nothing`);
  }
  const { at } = readMembers(await readObject(request), { at: recordedWrite });
  const { key, id } = worldOf(call);
  try {
    const { cursor, timeline } = positions.move(
      key,
      startOf({ at: required(at, 'at', 'the number or the id of a recorded write') })!,
    );
    parts.opened.traffic.news.tell({ type: 'replay', world: id });
    return answerJson(placeOf(id, cursor, timeline.ordered.length));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    throw new ApiError('parameter_invalid', `at: ${error.message}.`, { param: 'at' });
  }
}

/** As `--at` takes it. */
export const recordedWrite = readAs('the number or the id of a recorded write', (value) =>
  typeof value === 'string' || Number.isSafeInteger(value) ? (value as string | number) : undefined,
);

/** No id is longer; a comparison with each of thousands takes long for a long text. */
const mostOfId = 100;

async function readInteraction({ parts, id }: Call<ControlParts>) {
  const { interactions } = await recordingOf(parts);
  const found = interactions.find((one) => one.id === id);
  if (found === undefined) {
    const known = interactions.map((one) => one.id);
    const meant = meantBy(id.slice(0, mostOfId), known);
    const message = `There is no interaction '${printable(id)}'${meant === '' ? '.' : meant}`;
    throw new ApiError('resource_missing', message, { param: 'id' });
  }
  const { at, milliseconds, request, response } = found;
  const { method, path, query } = request;
  return answerJson({
    id,
    at,
    milliseconds,
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
