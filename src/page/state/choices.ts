// What the reader has chosen: the pane, the world, a request, what the traffic is narrowed to.
import { computed, signal } from '../parts/ui.ts';
import type { Range } from '../parts/window-chart.ts';
import type { Row } from '../talk/wire.ts';
import { about, changed, rowBySerial, rows, worlds } from './live.ts';

export const panes = ['traffic', 'limits', 'records', 'recording', 'trust'] as const;
type Pane = (typeof panes)[number];
export const pane = signal<Pane>('traffic');

export function readPane(): void {
  const named = location.hash.slice(1);
  pane.value = panes.find((name) => name === named) ?? 'traffic';
}

/** The world that the traffic is narrowed to; null: requests that no world let in; undefined: all. */
export const chosenWorld = signal<string | null | undefined>(undefined);

/** The serial of the selected request. */
export const selectedRequest = signal<string | undefined>(undefined);
export const hoveredRequest = signal<string | undefined>(undefined);
export const selectedListing = signal<string | undefined>(undefined);
export const selectedStep = signal<string | undefined>(undefined);

/** The one world that clock, faults, limits and records are those of. */
export const world = computed(() => {
  const wanted = [
    chosenWorld.value,
    rowBySerial.value.get(selectedRequest.value ?? '')?.world,
    about.value?.current,
    worlds.value[0]?.id,
  ];
  return worlds.value.find(
    ({ id }) => id === wanted.find((one) => worlds.value.some((known) => known.id === one)),
  );
});

const kinds = {
  'all requests': () => true,
  'refused or failed': ({ status }: Row) => status >= 400,
  'over the limit (429)': ({ status }: Row) => status === 429,
  writes: ({ method }: Row) => method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS',
  misses: ({ badges }: Row) => badges.includes('miss'),
  'injected faults': ({ injected }: Row) => injected !== null,
};
export const kindNames = Object.keys(kinds) as readonly (keyof typeof kinds)[];
export const chosenKind = signal<keyof typeof kinds>('all requests');

/** The times that were marked in a chart. */
export const range = signal<Range | undefined>(undefined);

export const searched = signal('');
/** The requests in whose headers or bodies the server found the words. */
export const found = signal<ReadonlySet<number>>(new Set());

const textOf = ({ method, path, query, status, badges, error }: Row) =>
  `${method} ${path}?${query} ${status} ${badges.join(' ')} ${error?.message ?? ''}`.toLowerCase();

/** When it counts for a chart. */
export const timeOf = ({ countedAt, at }: Row): number => countedAt ?? Date.parse(at);

/** The rows that are left, oldest first. */
export const shownRows = computed(() => {
  const fits = kinds[chosenKind.value];
  const words = searched.value.toLowerCase();
  const among = found.value;
  const marked = range.value;
  return rows.value.filter(
    (row) =>
      (chosenWorld.value === undefined || row.world === chosenWorld.value) &&
      fits(row) &&
      (words === '' || among.has(row.serial) || textOf(row).includes(words)) &&
      (marked === undefined || (timeOf(row) >= marked.from && timeOf(row) <= marked.to)),
  );
});

/** Shows a request in the traffic, whatever it was narrowed to. */
export function showRequest(serial: string): void {
  chosenKind.value = 'all requests';
  searched.value = '';
  range.value = undefined;
  const row = rowBySerial.value.get(serial);
  if (row !== undefined && chosenWorld.value !== undefined) chosenWorld.value = row.world;
  selectedRequest.value = serial;
  location.hash = 'traffic';
}

/** What the page says about the last thing that was done. */
export const notice = signal<{ readonly text: string; readonly isBad: boolean } | undefined>(undefined);

/** Does something at the server and says how it went. */
export async function act(what: string, doing: () => Promise<unknown>): Promise<boolean> {
  try {
    await doing();
    notice.value = { text: what, isBad: false };
    return true;
  } catch (error) {
    notice.value = { text: (error as Error).message, isBad: true };
    return false;
  } finally {
    changed.records.value += 1;
  }
}
