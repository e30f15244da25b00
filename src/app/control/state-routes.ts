// The records of a world: read, create, change, remove, reset, save and restore them.
import { ApiError } from '../../spec/errors.ts';
import { printable } from '../../spec/read-body.ts';
import type { Records } from '../../service/handles/records.ts';
import type { Snapshot } from '../../service/handles/snapshot.ts';
import { readObject, readOptional, snapshotLimit } from './control-body.ts';
import { readMembers } from './members.ts';
import { answerJson, done } from './route.ts';
import type { Call, ControlParts, Route } from './route.ts';
import { worldOf } from './asked-world.ts';

type Kind = 'listings' | 'strategies' | 'reports';
type StateRoute = Route<ControlParts>;

export const stateRoutes: readonly StateRoute[] = [
  { name: 'readState', method: 'GET', path: '/__mock/state', answer: readState },
  { name: 'resetWorld', method: 'POST', path: '/__mock/state/reset', answer: resetWorld },
  { name: 'saveSnapshot', method: 'GET', path: '/__mock/state/snapshot', answer: saveSnapshot },
  { name: 'restoreSnapshot', method: 'PUT', path: '/__mock/state/snapshot', answer: restoreSnapshot },
  { name: 'listChanges', method: 'GET', path: '/__mock/state/changes', answer: listChanges },
  {
    name: 'listReportFiles',
    method: 'GET',
    path: '/__mock/state/reports/{id}/files',
    answer: listReportFiles,
  },
  ...collectionRoutes('listings', 'Listing', 'Listings'),
  ...collectionRoutes('strategies', 'Strategy', 'Strategies'),
  ...collectionRoutes('reports', 'Report', 'Reports'),
];

/** @param One the word for one record in the names of operations; `Many` is the word for several */
function collectionRoutes<One extends string, Many extends string>(kind: Kind, One: One, Many: Many) {
  const all = `/__mock/state/${kind}`;
  const one = `${all}/{id}`;
  const records = (call: Call<ControlParts>): Records<unknown> => worldOf(call)[kind];
  return [
    { name: `readAll${Many}`, method: 'GET', path: all, answer: (call) => answerJson(records(call).all()) },
    {
      name: `create${One}`,
      method: 'POST',
      path: all,
      answer: async (call) => answerJson(records(call).create(await readObject(call.request)), 201),
    },
    {
      name: `read${One}`,
      method: 'GET',
      path: one,
      answer: (call) => answerJson(find(records(call), call.id)),
    },
    {
      name: `change${One}`,
      method: 'PATCH',
      path: one,
      answer: async (call) => {
        const changes = await readObject(call.request);
        find(records(call), call.id);
        return answerJson(records(call).update(call.id, changes));
      },
    },
    {
      name: `remove${One}`,
      method: 'DELETE',
      path: one,
      answer: (call) => {
        if (!records(call).remove(call.id)) throw missing(call.id);
        return done;
      },
    },
  ] as const satisfies readonly (Omit<StateRoute, 'name'> & { name: string })[];
}

function readState(call: Call<ControlParts>) {
  const { listings, strategies, reports } = worldOf(call);
  return answerJson({ listings: listings.all(), strategies: strategies.all(), reports: reports.all() });
}

/** What became of the records, oldest first. */
function listChanges(call: Call<ControlParts>) {
  const { id } = call.query;
  const changes = worldOf(call).changes();
  const found = id === undefined ? changes : changes.filter((change) => change.id === id);
  return answerJson({ data: found, total: found.length });
}

/** The links of a completed run, as its answer would give them now. */
async function listReportFiles(call: Call<ControlParts>) {
  const world = worldOf(call);
  find(world.reports, call.id);
  return answerJson({ data: await world.reportLinks(call.id, call.request.origin) });
}

async function resetWorld(call: Call<ControlParts>) {
  readMembers(await readOptional(call.request), {});
  worldOf(call).reset();
  return done;
}

function saveSnapshot(call: Call<ControlParts>) {
  return answerJson(worldOf(call).snapshot());
}

async function restoreSnapshot(call: Call<ControlParts>) {
  const world = worldOf(call);
  // `restore` checks it, as it checks what a test hands in.
  world.restore((await readObject(call.request, snapshotLimit)) as unknown as Snapshot);
  return done;
}

function find<T>(records: Records<T>, id: string): T {
  const record = records.get(id);
  if (record === undefined) throw missing(id);
  return record;
}

function missing(id: string): ApiError {
  return new ApiError('resource_missing', `There is no record '${printable(id)}'.`, { param: 'id' });
}
