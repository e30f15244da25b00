// Where answers to writes link to a status monitor (RFC 7240 §4.1), from what was read there.
import type { Json } from '../../http/exact-json.ts';
import { allLeaves } from '../../http/pointer.ts';
import { linkedPath } from '../../dialect/monitor.ts';
import type { MonitorForm } from '../../dialect/profile-form.ts';
import { literalValue, sameValue } from '../../dialect/templates.ts';
import type { Exchange } from '../exchanges.ts';
import { byFrequency, grouped } from '../groups.ts';
import { secondsBetween } from './learn-effects.ts';
import type { Write } from './sightings.ts';

/** A read of what the answer to a write links to. */
interface Read {
  /** The place of the link. */
  readonly at: string;
  readonly status: number;
  readonly seconds: number;
  /** What it says otherwise than the answer to the write; undefined where it is no such answer. */
  readonly changes: ReadonlyMap<string, Json> | undefined;
}

/**
 * @param writes to one endpoint
 * @param exchanges all of them
 */
export function learnMonitor(
  writes: readonly Write[],
  exchanges: readonly Exchange[],
): MonitorForm | undefined {
  const others = exchanges.filter(
    ({ endpoint, method, ok }) => endpoint === undefined && method === 'GET' && ok,
  );
  const byPath = grouped(others, ({ path }) => path);
  const reads = writes.flatMap(({ by }) =>
    allLeaves(by.body ?? null).flatMap(([at, leaf]) =>
      typeof leaf === 'string' && /^(https?:\/)?\//.test(leaf)
        ? (byPath.get(linkedPath(leaf)) ?? [])
            .filter((read) => read.session === by.session && read.at >= by.at)
            .map((read) => readOf(at, by, read))
        : [],
    ),
  );
  for (const own of grouped(reads, ({ at }) => at).values()) {
    const form = formOf(own);
    if (form !== undefined) return form;
  }
  return undefined;
}

function readOf(at: string, by: Exchange, read: Exchange): Read {
  const [told, tells] = [by, read].map(({ body }) => allLeaves(body ?? null)) as [
    [string, Json][],
    [string, Json][],
  ];
  const known = new Map(told);
  const isAlike = tells.length === told.length && tells.every(([place]) => known.has(place));
  return {
    at,
    status: read.status,
    seconds: (read.at - by.at) / 1000,
    changes: isAlike
      ? new Map(tells.filter(([place, leaf]) => !sameValue(known.get(place), leaf)))
      : undefined,
  };
}

/** Reads may change once, all in the same way. */
function formOf(reads: readonly Read[]): MonitorForm | undefined {
  const [{ status, at }] = byFrequency(reads, (read) => read.status)[0] as [Read];
  const changed = reads.filter(({ changes }) => changes?.size !== 0);
  const [{ changes } = { changes: undefined }] = changed;
  if (changed.length === 0) return { at, status };
  const isOneChange = changed.every(
    (one) =>
      changes !== undefined &&
      one.changes?.size === changes.size &&
      [...changes].every(([place, leaf]) => sameValue(one.changes!.get(place), leaf)),
  );
  const first = Math.min(...changed.map(({ seconds }) => seconds));
  const last = Math.max(
    0,
    ...reads.filter(({ changes: own }) => own?.size === 0).map(({ seconds }) => seconds),
  );
  if (!isOneChange || last >= first) return undefined;
  const sets = Object.fromEntries([...changes!].map(([place, leaf]) => [place, literalValue(leaf)]));
  return { at, status, later: { seconds: secondsBetween(last, first), sets } };
}
