// Lists that hold the same records in another order.
import type { Interaction } from '../../recording/format.ts';
import { requestKey } from '../../recording/request-key.ts';
import { recordedAnswer } from '../compare/answer.ts';
import type { Change } from './change.ts';
import { labelOf } from '../compare/endpoint-label.ts';
import { printPath } from '../compare/json-path.ts';
import { Moving } from '../compare/moving.ts';
import { idField, idOf, locateRecords } from '../compare/find-records.ts';

interface Listed {
  readonly endpoint: string;
  readonly path: string;
  readonly ids: readonly string[];
}

export function* orderChanges(
  before: readonly Interaction[],
  after: readonly Interaction[],
): Generator<Change> {
  const old = listsOf(before);
  const [movesBefore, movesAfter] = [new Moving(before), new Moving(after)];
  const told = new Set<string>();
  for (const [key, { endpoint, path, ids }] of listsOf(after)) {
    const known = old.get(key)?.ids;
    if (known === undefined || told.has(endpoint) || known.join() === ids.join()) continue;
    if ([...known].sort().join() !== [...ids].sort().join()) continue;
    if (movesBefore.reorders(endpoint) || movesAfter.reorders(endpoint)) continue;
    told.add(endpoint);
    yield {
      ...{ severity: 'cosmetic', what: 'order of records', path, endpoint, group: endpoint },
      ...{ old: shown(known), new: shown(ids) },
    };
  }
}

const shown = (ids: readonly string[]) => [...ids.slice(0, 3), ...(ids.length > 3 ? ['…'] : [])].join(', ');

/** The first answer to each request for a list. */
function listsOf(interactions: readonly Interaction[]): Map<string, Listed> {
  const lists = new Map<string, Listed>();
  for (const { request, response } of interactions) {
    const label = labelOf(request.method, request.path);
    if (!label.lists || response.status !== 200) continue;
    const located = locateRecords(recordedAnswer(response).json, label);
    const key = requestKey(request);
    if (located?.isList !== true || located.records.length < 2 || lists.has(key)) continue;
    const name = idField(located.records);
    const ids = located.records.map((record) => idOf(record, name) ?? '');
    if (!ids.includes('')) lists.set(key, { endpoint: label.endpoint, path: printPath(located.path), ids });
  }
  return lists;
}
