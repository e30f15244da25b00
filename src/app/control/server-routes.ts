// The server as a whole: its health, its mode, its worlds, and what a world's client did.
import { ApiError } from '../../spec/errors.ts';
import { printable } from '../../spec/read-body.ts';
import { readObject } from './control-body.ts';
import { oneOf, text } from '../../service/models/field-forms.ts';
import { readMembers, required } from './members.ts';
import { modeNames } from '../modes/mode-switch.ts';
import type { ModeRequest } from '../modes/mode-switch.ts';
import { answerJson, done } from './route.ts';
import type { Call, ControlParts, Route } from './route.ts';
import { keyOf, worldOf } from './asked-world.ts';
import { judge } from '../../service/audit/fail-on.ts';
import { AuditError } from '../../service/handles/world.ts';
import { eventStream } from './event-stream.ts';
import { serverEvents } from './server-events.ts';
import { recordedWrite } from './recording-routes.ts';
import { createToken } from './token.ts';

/** Needs no token, because it tells nothing secret. */
export const healthRoutes: readonly Route<ControlParts>[] = [
  { name: 'readHealth', method: 'GET', path: '/__mock/health', answer: readHealth },
];

export const serverRoutes: readonly Route<ControlParts>[] = [
  { name: 'watchServer', method: 'GET', path: '/__mock/events', answer: watch },
  { name: 'readMode', method: 'GET', path: '/__mock/mode', answer: readMode },
  { name: 'changeMode', method: 'PUT', path: '/__mock/mode', answer: changeMode },
  { name: 'listWorlds', method: 'GET', path: '/__mock/worlds', answer: listWorlds },
  { name: 'dropWorld', method: 'DELETE', path: '/__mock/worlds/{id}', answer: dropWorld },
  {
    name: 'readAudit',
    method: 'GET',
    path: '/__mock/audit',
    answer: (call) => answerJson(worldOf(call).report()),
  },
  {
    name: 'readCoverage',
    method: 'GET',
    path: '/__mock/coverage',
    answer: ({ parts }) => answerJson(parts.coverage()),
  },
  { name: 'listChecks', method: 'GET', path: '/__mock/checks', answer: listChecks },
  {
    name: 'readLimits',
    method: 'GET',
    path: '/__mock/limits',
    answer: (call) => answerJson(worldOf(call).limits()),
  },
];

/** Numbers of requests over all worlds belong to one run of the server. */
const runs = new WeakMap<object, string>();

function runOf(server: object): string {
  const run = runs.get(server) ?? createToken().slice(0, 12);
  runs.set(server, run);
  return run;
}

/** The stream goes on after the event that `Last-Event-ID` names, as far as the request logs still hold what came since. */
function watch({ request, parts }: Call<ControlParts>) {
  return eventStream(serverEvents(parts, runOf(parts.opened), request.headers['last-event-id']));
}

/** What the clients of all worlds did, and which of it is more than may be. */
function listChecks({ parts: { opened, audited, thresholds } }: Call<ControlParts>) {
  if (!audited) throw new AuditError('there is no audit: start the server with --audit');
  const places = [...opened.all(), { ...opened.unauthenticated, id: null }];
  return answerJson({
    worlds: places.map(({ id, audit, clock }) => {
      const report = audit!.report(clock.now());
      const failed = judge(report, thresholds).map((failure) => failure.id);
      return {
        world: id,
        failed,
        passed: report.facts.length - failed.length,
        facts: report.facts.map((fact) => ({ ...fact, failed: failed.includes(fact.id) })),
      };
    }),
  });
}

function readHealth({ parts: { mode, version } }: Call<ControlParts>) {
  return answerJson({ status: 'ok', mode: mode.current().mode, version });
}

function readMode({ parts }: Call<ControlParts>) {
  return answerJson(parts.mode.current());
}

async function changeMode({ request, parts }: Call<ControlParts>) {
  const readers = { mode: oneOf(...modeNames), recording: text, at: recordedWrite };
  await parts.mode.change(modeChange(readMembers(await readObject(request), readers)));
  return answerJson(parts.mode.current());
}

const aName = 'the name of a recording';

function modeChange(members: {
  readonly mode?: ModeRequest['mode'];
  readonly recording?: string;
  readonly at?: string | number;
}): ModeRequest {
  const mode = required(members.mode, 'mode', `one of ${modeNames.join(', ')}`);
  const { at } = members;
  if (mode === 'replay') return { mode, at, recording: required(members.recording, 'recording', aName) };
  if (at !== undefined) {
    throw new ApiError('parameters_conflict', `The mode ${mode} begins at no recorded write.`, {
      param: 'at',
    });
  }
  if (mode === 'record') return { mode, recording: required(members.recording, 'recording', aName) };
  if (members.recording === undefined) return { mode };
  throw new ApiError('parameters_conflict', 'The mode mock takes no recording.', { param: 'recording' });
}

/** Marks the world that the request means as the current one, and does not open it. */
function listWorlds({ request, parts }: Call<ControlParts>) {
  const current = keyOf(request, parts);
  return answerJson(
    parts.worlds().map(({ id, key, requests }) => ({
      id,
      requests: requests.total,
      current: key === current,
    })),
  );
}

function dropWorld({ parts, id }: Call<ControlParts>) {
  if (parts.dropWorld(id)) return done;
  throw new ApiError('world_missing', `No world '${printable(id)}' is open.`, { param: 'id' });
}
