// Remembers the writes of a recorded service whose answers link to a status monitor, by that link, and answers there.
import type { Dialect, Kin, Situation } from '../../dialect/dialect.ts';
import { monitorAnswer, monitoredAt } from '../../dialect/monitor.ts';
import type { MonitorForm } from '../../dialect/profile-form.ts';
import type { Written } from '../../dialect/render.ts';
import type { Json } from '../../http/exact-json.ts';
import type { ApiRequest, ApiResponse } from '../../http/message.ts';
import type { Account } from '../worlds/account.ts';
import { worldOf } from '../worlds/open-world.ts';
import type { Worlds } from '../worlds/worlds.ts';
import { situationOf } from './situation.ts';

/** A write that was done. */
interface Monitored {
  readonly situation: Situation;
  readonly kin: Kin;
  readonly record: Json;
  readonly before: Json;
}

interface Monitor extends Monitored {
  readonly form: MonitorForm;
  /** What the write was answered with. */
  readonly told: string;
}

/** At most so many for an account, the oldest go. */
const mostMonitors = 1000;

const monitorsIn = new WeakMap<Account, Map<string, Monitor>>();

/**
 * Remembers a write by the link to its monitor, if the service answers such writes with one.
 * @param written its answer
 */
export function monitor(dialect: Dialect, account: Account, write: Monitored, written: Written): void {
  const form = dialect.form.writes[write.situation.endpoint!]?.monitor;
  if (form === undefined) return;
  const path = monitoredAt(form, written);
  if (path === undefined) return;
  const all = monitorsIn.get(account) ?? new Map<string, Monitor>();
  monitorsIn.set(account, all);
  all.delete(path);
  all.set(path, { ...write, form, told: written.body! });
  const [oldest] = all.keys();
  if (all.size > mostMonitors) all.delete(oldest!);
}

/** Whether an answer of one of these worlds linked to a monitor at a path. */
export const isMonitored = (worlds: Worlds, path: string): boolean =>
  worlds.all().some(({ account }) => monitorsIn.get(account)?.has(path) === true);

/** The answer of a monitor; undefined where the world that a request was let into has none at its path. */
export function answerMonitor(dialect: Dialect, request: ApiRequest): ApiResponse | undefined {
  const { account, limiter } = worldOf(request);
  const found = monitorsIn.get(account)?.get(request.path);
  if (found === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
  const { form, told, situation, record, before, kin } = found;
  const { now, answer, limits } = situationOf(request, undefined, account.clock.now(), limiter);
  const { headers } = dialect.written({ ...situation, now, answer, limits }, record, before, kin);
  return monitorAnswer(form, told, headers, situation, now);
}
