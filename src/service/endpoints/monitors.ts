// Remembers the writes of a recorded service whose answers tell a status monitor, by its path, and answers there.
import type { Dialect } from '../../dialect/dialect.ts';
import type { Situation } from '../../dialect/request-situation.ts';
import { monitorPath, toldIn } from '../../dialect/monitor.ts';
import type { MonitorForm } from '../../dialect/profile-form.ts';
import type { Written } from '../../dialect/render.ts';
import { jsonIn } from '../../http/exact-json.ts';
import { plainPath } from '../../http/parse-url.ts';
import { headerValue } from '../../http/message.ts';
import type { ApiRequest, ApiResponse } from '../../http/message.ts';
import type { Account } from '../worlds/account.ts';
import { worldOf } from '../worlds/open-world.ts';
import type { Worlds } from '../worlds/worlds.ts';
import { situationOf } from './situation.ts';

/** A write that was done, what it was answered with, and the path of its monitor. */
interface Monitored {
  readonly form: MonitorForm;
  readonly situation: Situation;
  readonly told: Written;
  readonly path: string;
}

/** At most so many for an account, the oldest go. */
const mostMonitors = 1000;

const monitorsIn = new WeakMap<Account, Map<string, Monitored>>();

/** Remembers a write by the path of its monitor, if the service answers such writes with one. */
export function monitor(dialect: Dialect, account: Account, situation: Situation, told: Written): void {
  const form = dialect.form.writes[situation.endpoint!]?.monitor;
  if (form === undefined) return;
  const text = toldIn(form, jsonIn(told.body ?? ''), (name) => headerValue(told.headers, name.toLowerCase()));
  if (text === undefined) return;
  const path = monitorPath(form, text, situation.recordId);
  const place = plainPath(path);
  const all = monitorsIn.get(account) ?? new Map<string, Monitored>();
  monitorsIn.set(account, all);
  all.delete(place);
  all.set(place, { form, situation, told, path });
  const [oldest] = all.keys();
  if (all.size > mostMonitors) all.delete(oldest!);
}

/** Whether an answer of one of these worlds linked to a monitor at a path. */
export const isMonitored = (worlds: Worlds, path: string): boolean =>
  worlds.all().some(({ account }) => monitorsIn.get(account)?.has(plainPath(path)) === true);

/** The answer of a monitor; undefined where the world that a request was let into has none at its path. */
export function answerMonitor(dialect: Dialect, request: ApiRequest): ApiResponse | undefined {
  const { account, limiter } = worldOf(request);
  const found = monitorsIn.get(account)?.get(plainPath(request.path));
  if (found === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
  const situation = situationOf(request, undefined, account.clock.now(), limiter);
  return dialect.monitored(found.form, found, situation);
}
