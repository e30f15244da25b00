// The faults of a world.
import { ApiError } from '../../spec/errors.ts';
import { printable } from '../../spec/read-body.ts';
import { readObject } from './control-body.ts';
import type { AddedFault } from '../../service/handles/world-faults.ts';
import { faultForms } from '../../service/worlds/faults.ts';
import { faultMatchSchema } from '../../service/worlds/match.ts';
import { faultKind, readMembers, required, share, whole } from './members.ts';
import { answerJson, done } from './route.ts';
import type { Call, ControlParts, Route } from './route.ts';
import { worldOf } from './asked-world.ts';

export const faultRoutes: readonly Route<ControlParts>[] = [
  { name: 'listFaults', method: 'GET', path: '/__mock/faults', answer: list },
  { name: 'addFault', method: 'POST', path: '/__mock/faults', answer: add },
  { name: 'clearFaults', method: 'DELETE', path: '/__mock/faults', answer: clear },
  { name: 'removeFault', method: 'DELETE', path: '/__mock/faults/{id}', answer: remove },
];

const readers = {
  kind: faultKind,
  match: faultMatchSchema,
  times: whole(1),
  every: whole(1),
  probability: share,
};

function list(call: Call<ControlParts>) {
  return answerJson(worldOf(call).faults.list().map(faultView));
}

async function add(call: Call<ControlParts>) {
  const members = readMembers(await readObject(call.request), readers);
  const rule = { ...members, kind: required(members.kind, 'kind', `one of ${faultForms}`) };
  return answerJson({ ...rule, ...faultView(worldOf(call).faults.add(rule)) }, 201);
}

function clear(call: Call<ControlParts>) {
  worldOf(call).faults.clear();
  return done;
}

function remove(call: Call<ControlParts>) {
  const fault = worldOf(call)
    .faults.list()
    .find(({ id }) => id === call.id);
  if (fault === undefined) {
    throw new ApiError('fault_missing', `There is no fault '${printable(call.id)}'.`, { param: 'id' });
  }
  fault.remove();
  return done;
}

export function faultView({ id, struck, rule }: AddedFault) {
  return { id, ...rule, struck };
}
