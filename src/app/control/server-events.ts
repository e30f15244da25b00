// Everything that happens in a server as events, for one page that shows all worlds: requests in groups, and each change of state.
// A client that comes back goes on after the last request that it saw; the state as it is then stands in the first event.
import { judge } from '../../service/audit/fail-on.ts';
import type { AuditReport } from '../../service/audit/audit.ts';
import { Faults } from '../../service/handles/world-faults.ts';
import type { LoggedRequest } from '../../service/worlds/logged-request.ts';
import type { NewsItem } from '../../service/worlds/news.ts';
import type { OpenWorld } from '../../service/worlds/open-world.ts';
import type { RecordChange } from '../../service/worlds/record-changes.ts';
import { eventText } from './event-stream.ts';
import type { EventSource } from './event-stream.ts';
import { faultView } from './fault-routes.ts';
import { rowOf } from './row.ts';
import type { ControlParts } from './route.ts';

/** So many requests stand in one event, and so many wait for a client that reads slowly: it is told how many it has missed. */
const mostInEvent = 200;
const mostWaiting = 1000;

/** A client that begins gets so many of the requests before. */
const mostEarlier = 3000;

/** So many changes of records stand in one event; the last ones. */
const mostChanges = 200;

/** Events are gathered for so many milliseconds, so that a burst of requests costs little. */
const pause = 50;

/** What the clients did is judged so often at most, in milliseconds. */
const judgeEvery = 1000;

type Told =
  | Exclude<NewsItem, { type: 'request' | 'record' }>
  | { readonly type: 'requests'; readonly requests: LoggedRequest[] }
  | { readonly type: 'records'; readonly world: string; readonly changes: RecordChange[] };

/**
 * @param run names this run of the server: numbers of requests belong to one
 * @param last the id of the last event that the client saw; undefined for one that begins
 */
export function serverEvents(parts: ControlParts, run: string, last: string | undefined): EventSource {
  return new ServerEvents(parts, run, last);
}

class ServerEvents implements EventSource {
  readonly pause = pause;
  readonly #parts: ControlParts;
  readonly #run: string;
  readonly #last: string | undefined;
  #first: string | undefined;
  #told: Told[] = [];
  #waiting = 0;
  #skipped = 0;
  /** The worlds that were asked since their clients were last judged. */
  readonly #asked = new Set<string | null>();
  readonly #judged = new Map<string | null, string>();
  #nextJudgement = 0;

  constructor(parts: ControlParts, run: string, last: string | undefined) {
    this.#parts = parts;
    this.#run = run;
    this.#last = last;
  }

  open(wake: () => void): () => void {
    this.#begin();
    const unsubscribe = this.#parts.opened.traffic.news.subscribe((item) => {
      this.#hear(item);
      wake();
    });
    const judging = setInterval(() => {
      if (this.#asked.size > 0) wake();
    }, judgeEvery);
    return () => {
      clearInterval(judging);
      unsubscribe();
    };
  }

  take(): string {
    const first = this.#first ?? '';
    this.#first = undefined;
    const skipped = this.#skipped === 0 ? '' : eventText('skipped', { count: this.#skipped });
    this.#skipped = 0;
    const told = this.#told;
    this.#told = [];
    this.#waiting = 0;
    return (
      first +
      skipped +
      withoutRepeats(told)
        .map((item) => this.#textOf(item))
        .join('') +
      this.#checks()
    );
  }

  /** The state as it is, and the requests that the client has not seen. */
  #begin(): void {
    const { opened, mode, version, audited } = this.#parts;
    const { traffic } = opened;
    const [run, number] = this.#last?.split(':') ?? [];
    const resumed = run === this.#run && /^\d{1,15}$/.test(number ?? '');
    const seen = resumed ? Number(number) : 0;
    const earlier = [...opened.all(), opened.unauthenticated]
      .flatMap(({ log }) => log.entries())
      .filter(({ serial }) => serial > seen)
      .sort((a, b) => a.serial - b.serial)
      .slice(-mostEarlier);
    this.#first = eventText(
      'start',
      {
        run: this.#run,
        resumed,
        version,
        keepsAnswers: traffic.keepsAnswers,
        audited,
        mode: mode.current(),
        serial: traffic.requests,
        current: this.#currentWorld(),
        worlds: opened.all().map((world) => ({ id: world.id, requests: world.log.total, ...stateOf(world) })),
        unauthenticated: opened.unauthenticated.log.total,
      },
      `${this.#run}:${seen}`,
    );
    if (resumed) this.#skipped = Math.max(0, traffic.requests - seen - earlier.length);
    if (earlier.length > 0) this.#told = [{ type: 'requests', requests: earlier }];
    for (const world of [...opened.all().map(({ id }) => id), null]) this.#asked.add(world);
  }

  #currentWorld(): string | null {
    const { opened, defaultKey } = this.#parts;
    return opened.all().find(({ key }) => key === defaultKey)?.id ?? null;
  }

  #hear(item: NewsItem): void {
    const before = this.#told.at(-1);
    if (item.type === 'request') {
      this.#asked.add(item.world);
      if (before?.type === 'requests') before.requests.push(item.request);
      else this.#told.push({ type: 'requests', requests: [item.request] });
      this.#waiting += 1;
      if (this.#waiting > mostWaiting) this.#skip(mostWaiting / 2);
    } else if (item.type === 'record') {
      const { world, change } = item;
      if (before?.type === 'records' && before.world === world) before.changes.push(change);
      else this.#told.push({ type: 'records', world, changes: [change] });
    } else this.#told.push(item);
  }

  /** Drops the oldest requests that wait. */
  #skip(count: number): void {
    this.#skipped += count;
    this.#waiting -= count;
    let left = count;
    for (const item of this.#told) {
      if (item.type !== 'requests') continue;
      left -= item.requests.splice(0, left).length;
      if (left === 0) return;
    }
  }

  #textOf(item: Told): string {
    switch (item.type) {
      case 'requests':
        return inGroups(item.requests)
          .map((group) => eventText('requests', group.map(rowOf), `${this.#run}:${group.at(-1)!.serial}`))
          .join('');
      case 'records':
        return eventText('records', { world: item.world, changes: item.changes.slice(-mostChanges) });
      case 'recorded': {
        const { serial, interaction = null, result } = item.exchanged;
        return serial === undefined ? '' : eventText('recorded', { serial, interaction, result });
      }
      case 'mode':
        return eventText('mode', this.#parts.mode.current());
      case 'replay':
        return eventText('replay', { world: item.world });
      case 'world':
        return eventText('world', { world: item.world, state: item.state, ...this.#stateOf(item.world) });
      case 'clock':
        return eventText('clock', { world: item.world, ...this.#stateOf(item.world)?.clock });
      case 'faults':
        return eventText('faults', { world: item.world, faults: this.#stateOf(item.world)?.faults ?? [] });
    }
  }

  #stateOf(id: string): ReturnType<typeof stateOf> | undefined {
    const world = this.#parts.opened.byId(id);
    return world && stateOf(world);
  }

  /** What is new about what the clients did. */
  #checks(): string {
    if (!this.#parts.audited || this.#asked.size === 0) return '';
    const now = performance.now();
    if (now < this.#nextJudgement) return '';
    this.#nextJudgement = now + judgeEvery;
    const asked = [...this.#asked];
    this.#asked.clear();
    return asked.map((world) => this.#checksOf(world)).join('');
  }

  #checksOf(id: string | null): string {
    const { opened, thresholds } = this.#parts;
    const world = id === null ? opened.unauthenticated : opened.byId(id);
    if (world?.audit === undefined) return '';
    const report: AuditReport = world.audit.report(world.clock.now());
    const failed = judge(report, thresholds).map((failure) => failure.id);
    const counts = Object.fromEntries(
      report.facts.filter(({ count }) => count > 0).map((fact) => [fact.id, fact.count]),
    );
    const text = eventText('checks', {
      world: id,
      failed,
      passed: report.facts.length - failed.length,
      counts,
    });
    if (this.#judged.get(id) === text) return '';
    this.#judged.set(id, text);
    return text;
  }
}

/** What can be changed about a world, as it is now. */
function stateOf({ clock, faults }: OpenWorld) {
  return {
    clock: { now: clock.now(), frozen: clock.frozen },
    faults: new Faults(() => faults).list().map(faultView),
  };
}

/** Of clocks, faults and modes that have changed more than once the last news alone. */
function withoutRepeats(told: readonly Told[]): Told[] {
  const later = new Set<string>();
  return told
    .toReversed()
    .filter((item) => {
      if (item.type !== 'clock' && item.type !== 'faults' && item.type !== 'mode') return true;
      const name = item.type === 'mode' ? 'mode' : `${item.type} ${item.world}`;
      if (later.has(name)) return false;
      later.add(name);
      return true;
    })
    .reverse();
}

function inGroups(requests: readonly LoggedRequest[]): LoggedRequest[][] {
  const groups = Math.ceil(requests.length / mostInEvent);
  return Array.from({ length: groups }, (_, at) => requests.slice(at * mostInEvent, (at + 1) * mostInEvent));
}
