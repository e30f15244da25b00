// What the one event stream of the server tells, as signals: the connection, the mode, the worlds and the rows of the traffic.
import { batch, computed, signal } from '../parts/ui.ts';
import { token } from '../talk/access.ts';
import { Refusal, send } from '../talk/control-api.ts';
import { readEvents } from '../talk/read-events.ts';
import type { ServerEvent } from '../talk/read-events.ts';
import type { Events, Mode, Row, World } from '../talk/wire.ts';

/** The page keeps the newest so many, however long it stays open. */
const mostRows = 5000;

type Connection = 'connecting' | 'live' | 'lost';
export const connection = signal<Connection>('connecting');
export const about = signal<Events['start'] | undefined>(undefined);
export const mode = signal<Mode>({ mode: 'mock', recording: null, upstream: null });
/** With the moment, by this machine's clock, at which each world's clock was told. */
export const worlds = signal<readonly (World & { readonly toldAt: number })[]>([]);
/** Oldest first. */
export const rows = signal<readonly Row[]>([]);
/** How many rows the server left out because the page read too slowly. */
export const skipped = signal(0);

/** Counts the seconds. */
export const tick = signal(0);
setInterval(() => (tick.value += 1), 1000);

/** What the clock of a world shows now. */
export const timeIn = ({ clock, toldAt }: (typeof worlds.value)[number]): number =>
  clock.frozen ? clock.now : clock.now + Math.max(0, Date.now() - toldAt);

/** Count up when what the page shows beside the rows may have changed. */
export const changed = { traffic: signal(0), records: signal(0), recording: signal(0), checks: signal(0) };

export const rowBySerial = computed(() => new Map(rows.value.map((row) => [String(row.serial), row])));

/** A world as people call it. */
export const nameOf = (world: string | null): string => world ?? 'no key';

/** Counts the calls of `follow`: a new one ends the one before. */
let followed = 0;
let run = '';
let lastId = '';
let waiting: Row[] = [];

type Handlers = { readonly [Name in keyof Events]: (data: Events[Name]) => void };

const handlers: Handlers = {
  start(data) {
    const isNewRun = run !== '' && run !== data.run;
    run = data.run;
    if (!data.resumed) [waiting, rows.value, skipped.value] = [[], [], 0];
    if (isNewRun) lastId = '';
    about.value = data;
    mode.value = data.mode;
    worlds.value = data.worlds.map((world) => ({ ...world, toldAt: Date.now() }));
    connection.value = 'live';
    touchAll();
  },
  requests(data) {
    if (waiting.length === 0) setTimeout(showWaiting, 20);
    waiting.push(...data);
    if (waiting.length > mostRows) waiting = waiting.slice(-mostRows);
  },
  skipped: ({ count }) => (skipped.value += count),
  records: () => (changed.records.value += 1),
  clock: ({ world, now, frozen }) => {
    change(world, { clock: { now, frozen }, toldAt: Date.now() });
    changed.traffic.value += 1;
    changed.records.value += 1;
  },
  faults: ({ world, faults }) => {
    change(world, { faults });
  },
  replay: () => (changed.recording.value += 1),
  checks: () => (changed.checks.value += 1),
  mode(data) {
    mode.value = data;
    touchAll();
  },
  world({ world: id, state, clock, faults }) {
    if (state !== 'opened') {
      waiting = waiting.filter((row) => row.world !== id);
      rows.value = rows.value.filter((row) => row.world !== id);
    }
    const others = worlds.value.filter((one) => one.id !== id);
    const anew = { id, clock, faults, toldAt: Date.now() };
    worlds.value = state === 'dropped' ? others : [...others, anew];
    touchAll();
  },
  recorded: () => (changed.recording.value += 1),
};

function change(world: string, part: Partial<(typeof worlds.value)[number]>): void {
  worlds.value = worlds.value.map((one) => (one.id === world ? { ...one, ...part } : one));
}

function touchAll(): void {
  for (const counter of Object.values(changed)) counter.value += 1;
}

/** Several events of rows are one change of the page. */
function showWaiting(): void {
  if (waiting.length === 0) return;
  batch(() => {
    rows.value = [...rows.value, ...waiting].slice(-mostRows);
    waiting = [];
    changed.traffic.value += 1;
    if (mode.value.mode !== 'mock') changed.recording.value += 1;
  });
}

function take({ id, event, data }: ServerEvent): void {
  if (id !== '') lastId = id;
  if (!Object.hasOwn(handlers, event)) return;
  batch(() => {
    (handlers[event as keyof Events] as (data: unknown) => void)(JSON.parse(data));
  });
}

const firstPause = 250;
const longestPause = 2000;

/** Reads the stream, and again whenever it breaks, for as long as the server takes the token. */
export async function follow(): Promise<void> {
  followed += 1;
  const mine = followed;
  const isMine = () => mine === followed && token.value !== '';
  let pause = firstPause;
  connection.value = 'connecting';
  while (isMine()) {
    try {
      const resume: Record<string, string> = lastId === '' ? {} : { 'Last-Event-ID': lastId };
      const { body } = await send('events', { headers: resume });
      pause = firstPause;
      await readEvents(body!, (event) => {
        if (isMine()) take(event);
      });
    } catch (error) {
      if (error instanceof Refusal && error.status !== 401) console.error(error);
    }
    if (!isMine()) return;
    connection.value = 'lost';
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(longestPause, pause * 2);
  }
}
