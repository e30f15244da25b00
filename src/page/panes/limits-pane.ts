// How much of each limit was used and when, against 5 a second and 300 a minute (§8), with the requests below.
import { computed, html, signal } from '../parts/ui.ts';
import { clockTime, plural } from '../parts/time-text.ts';
import { WindowChart } from '../parts/window-chart.ts';
import type { Point } from '../parts/window-chart.ts';
import { changed, rows, tick } from '../state/live.ts';
import { hoveredRequest, range, selectedRequest, timeOf, world } from '../state/choices.ts';
import { useLoaded } from '../state/loaded.ts';
import { call } from '../talk/control-api.ts';
import type { Limits, LimitWindow, Row } from '../talk/wire.ts';
import { MarkedTimes, Requests } from './traffic-pane.ts';

/** Whether the page is dark now. */
const darkness = matchMedia('(prefers-color-scheme: dark)');
const isDark = signal(darkness.matches);
darkness.addEventListener('change', () => (isDark.value = darkness.matches));

const markedRequest = computed(() => hoveredRequest.value ?? selectedRequest.value);

export function LimitsPane() {
  const id = world.value?.id;
  const load = id === undefined ? undefined : () => call<Limits>('limits', { world: id });
  const { value: limits, problem } = useLoaded(load, id ?? '', changed.traffic.value + tick.value).value;
  const above = html`
    ${problem !== undefined && html`<p class="notice bad">${problem}</p>`}
    ${limits !== undefined && html`<${Windows} limits=${limits} id=${id} />`}
    <div class="row"><${MarkedTimes} /><span class="quiet">Drag across a chart to see the requests of a time.</span></div>`;
  return html`<${Requests} above=${above} empty="No request was counted yet." />`;
}

function Windows({ limits, id }: { readonly limits: Limits; readonly id: string }) {
  const { applied, algorithm, windows, refused } = limits;
  const ofWorld = rows.value.filter((row) => row.world === id);
  return html`${!applied && html`<p class="notice">No limit is applied to ${id}: this is what §8 would count.</p>`}
  ${windows.map((window) => {
    const own = refused.filter((one) => one.window === window.name);
    const points = pointsOf(window, own, ofWorld);
    return html`<${WindowChart}
      key=${`${window.name} ${window.scope ?? ''}`}
      title=${`${id}: requests in a ${window.name}${window.scope === null ? '' : `, ${window.scope}`}`}
      text=${describe(window, points, own.length, algorithm)}
      limit=${window.limit}
      points=${points}
      hovered=${hoveredRequest} marked=${markedRequest}
      range=${range}
      scheme=${isDark}
    />`;
  })}`;
}

/** What was counted and what was refused, in order; each point stands for the request that made it. */
function pointsOf(window: LimitWindow, refused: Limits['refused'], ofWorld: readonly Row[]): Point[] {
  const points: Point[] = [];
  let next = 0;
  let used = 0;
  let id = '';
  const takeRefused = (until: number) => {
    for (; next < refused.length && refused[next]!.at <= until; next += 1) {
      const { at, serial } = refused[next]!;
      points.push({ id: String(serial), at, used, refused: true });
    }
  };
  const counted = ofWorld.filter(({ countedAt, status }) => countedAt !== null && status !== 429);
  let row = 0;
  for (const [at, count] of window.points) {
    takeRefused(at - 1e-6);
    if (count > used && counted[row] !== undefined) {
      while (row < counted.length - 1 && timeOf(counted[row]!) < at) row += 1;
      id = String(counted[row]!.serial);
      if (row < counted.length - 1) row += 1;
    }
    used = count;
    points.push({ id, at, used, refused: false });
  }
  takeRefused(Infinity);
  return points;
}

/** The chart in words. */
function describe(
  { limit, used, widthMs }: LimitWindow,
  points: readonly Point[],
  refused: number,
  algorithm: string,
): string {
  const peak = points.reduce<Point | undefined>(
    (most, point) => (most === undefined || point.used > most.used ? point : most),
    undefined,
  );
  const allowed = limit === null ? 'any number' : limit.toLocaleString('en-US');
  return [
    `${used} of ${allowed} in the last ${widthMs / 1000} s`,
    ...(peak === undefined || peak.used === 0 ? [] : [`at most ${peak.used}, at ${clockTime(peak.at)}`]),
    `${plural(refused, 'request')} refused with 429`,
    `counted by ${algorithm}.`,
  ].join('; ');
}
