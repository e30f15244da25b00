// Draws how much of a limit was used, request by request (§8): a stepped line, the limit as a dashed one, a dot for each 429.
// The only file that knows uPlot.
import uPlot from 'uplot';
import { clockTime } from './time-text.ts';
import { html, useEffect, useRef, useSignal } from './ui.ts';
import type { ReadonlySignal, Signal } from './ui.ts';

export interface Point {
  /** The id of the request. */
  readonly id: string;
  /** Milliseconds since 1970, never less than the point before. */
  readonly at: number;
  readonly used: number;
  readonly refused: boolean;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

interface ChartProps {
  readonly title: string;
  /** What the chart shows, in words. */
  readonly text: string;
  readonly limit: number | null;
  readonly points: readonly Point[];
  /** The id of the request that the pointer is on, here or in the table. */
  readonly hovered: Signal<string | undefined>;
  /** The id of the request at which the cursor stands: the hovered one, or else the selected one. */
  readonly marked: ReadonlySignal<string | undefined>;
  /** The times that the reader has marked; undefined: all. */
  readonly range: Signal<Range | undefined>;
  /** Changes with the colours of the page. */
  readonly scheme: ReadonlySignal<boolean>;
}

const height = 150;

export function WindowChart(props: ChartProps) {
  const { title, text, limit, points, hovered, marked, range, scheme } = props;
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(null);
  const known = useRef(points);
  known.current = points;
  const width = useSignal(0);

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      width.value = Math.floor(entry!.contentRect.width);
    });
    observer.observe(place.current!);
    return () => {
      observer.disconnect();
    };
  }, []);
  const isDark = scheme.value;
  useEffect(() => {
    const drawn = new uPlot(
      options(limit, known, hovered, range),
      toData(known.current, limit),
      place.current!,
    );
    chart.current = drawn;
    return () => {
      drawn.destroy();
      chart.current = null;
    };
  }, [isDark, limit]);
  useEffect(() => {
    chart.current!.setSize({ width: width.value, height });
  }, [width.value, isDark, limit]);
  useEffect(() => {
    chart.current!.setData(toData(points, limit));
  }, [points, isDark, limit]);
  useEffect(() => {
    // uPlot draws in a microtask of its own, and before that does not know its new size.
    queueMicrotask(() => {
      const { current: drawn } = chart;
      const isThere = points[drawn?.cursor.idx ?? -1]?.id === marked.value;
      const at = points.findIndex(({ id }) => id === marked.value);
      if (drawn === null || (isThere && hovered.value !== undefined)) return;
      // Outside of the chart it is not shown.
      const left = at === -1 ? -10 : drawn.valToPos(drawn.data[0][at]!, 'x');
      drawn.setCursor({ left, top: at === -1 ? -10 : drawn.valToPos(points[at]!.used, 'y') }, false);
    });
  }, [marked.value, points, width.value, isDark]);

  return html`<figure class="chart">
    <figcaption><strong>${title}</strong> <span>${text}</span></figcaption>
    <div ref=${place} aria-hidden="true"></div>
  </figure>`;
}

/** Times in seconds, as uPlot has them; the line of the limit is a series of its own, so that it is always in sight. */
function toData(points: readonly Point[], limit: number | null): uPlot.AlignedData {
  return [
    points.map(({ at }) => at / 1000),
    points.map(({ used }) => used),
    points.map(() => limit),
    points.map(({ used, refused }) => (refused ? used : null)),
  ];
}

function options(
  limit: number | null,
  known: { readonly current: readonly Point[] },
  hovered: Signal<string | undefined>,
  range: Signal<Range | undefined>,
): uPlot.Options {
  const [used, shade, edge, bad, grid] = ['--accent', '--shade', '--quiet', '--bad', '--line'].map(colour);
  const font = '11px system-ui, sans-serif';
  const axis: uPlot.Axis = { stroke: edge!, font, grid: { stroke: grid!, width: 1 }, ticks: { show: false } };
  return {
    width: 300,
    height,
    legend: { show: false },
    scales: {
      // Requests of one moment would leave the axis without a length.
      x: { time: false, range: (_chart, from, to) => (from === to ? [from - 0.5, to + 0.5] : [from, to]) },
      y: { range: (_chart, _least, most) => [0, Math.max(most, limit ?? 0, 1) * 1.15] },
    },
    axes: [
      { ...axis, space: 90, size: 24, values: (_chart, times) => times.map((time) => axisTime(time * 1000)) },
      { ...axis, size: 40, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] },
    ],
    series: [
      {},
      {
        stroke: used!,
        width: 1.5,
        fill: shade!,
        paths: uPlot.paths.stepped!({ align: 1 }),
        points: { show: false },
      },
      { stroke: edge!, width: 1, dash: [5, 4], points: { show: false } },
      { stroke: bad!, fill: bad!, paths: () => null, points: { show: true, size: 7, fill: bad! } },
    ],
    cursor: {
      drag: { x: true, y: false, setScale: false },
      points: { size: (_chart, series) => (series === 1 ? 7 : 0) },
    },
    hooks: {
      setCursor: [
        ({ cursor: { idx, event } }) => {
          if (event != null) hovered.value = idx == null ? undefined : known.current[idx]?.id;
        },
      ],
      setSelect: [
        (chart) => {
          const { left, width } = chart.select;
          if (width === 0) return;
          range.value = {
            from: chart.posToVal(left, 'x') * 1000,
            to: chart.posToVal(left + width, 'x') * 1000,
          };
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

/** Such as `12:00:05`, and parts of a second only where there are some. */
const axisTime = (at: number): string => clockTime(Math.round(at)).replace(/\.?0+$/, '');

/** A colour of the page, as the canvas takes it: a property of CSS would come as `light-dark(...)`, which draws white. */
function colour(name: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
