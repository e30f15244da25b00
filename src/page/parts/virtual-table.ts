// A table of any length of which only the rows in sight are in the document, and a few above and below.
import { html, useEffect, useLayoutEffect, useRef, useSignal } from './ui.ts';
import type { Signal } from './ui.ts';

export interface Column<Row> {
  readonly title: string;
  /** As CSS has it, such as `6rem`; left out: what remains. */
  readonly width?: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => unknown;
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** The id of the selected row. */
  readonly selected: Signal<string | undefined>;
  /** The id of the row that the pointer is on, here or in a chart beside. */
  readonly hovered?: Signal<string | undefined>;
  /** Whether the end stays in sight; a reader who scrolls away ends that, and starts it again at the end. */
  readonly following?: Signal<boolean>;
  /** A class of the row. */
  readonly tone?: (row: Row) => string;
  /** What stands there when there are no rows. */
  readonly empty: unknown;
}

const rowHeight = 28;
const spare = 12;

/** What the keyboard moves in: a pane has one such table. */
let inSight: { readonly ids: readonly string[]; readonly selected: Signal<string | undefined> } | undefined;

export function VirtualTable<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, idOf, selected, hovered, following, tone, empty } = props;
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const height = useSignal(400);

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      height.value = entry!.contentRect.height;
    });
    observer.observe(box.current!);
    return () => {
      observer.disconnect();
    };
  }, []);
  /** Where following put the box: further up, the reader has scrolled since, though no event has told yet. */
  const end = useRef(0);
  useLayoutEffect(() => {
    if (following?.value !== true) return;
    const { current: place } = box;
    if (place!.scrollTop < end.current - 4) {
      following.value = false;
      return;
    }
    place!.scrollTop = place!.scrollHeight;
    end.current = place!.scrollTop;
  }, [rows, height.value, following?.value]);
  // With the rows, not after them: a key that comes before the next frame is meant for what is seen.
  useLayoutEffect(() => {
    inSight = { ids: rows.map(idOf), selected };
  }, [rows]);
  useLayoutEffect(() => () => (inSight = undefined), []);
  useLayoutEffect(focusAwaited);
  const at = selected.value === undefined ? -1 : rows.findIndex((row) => idOf(row) === selected.value);
  useLayoutEffect(() => {
    if (at === -1) return;
    // Who looks at a row wants it to stay.
    if (following !== undefined && at < rows.length - 1) following.value = false;
    bringIntoSight(box.current!, at);
  }, [selected.value, height.value]);

  const onScroll = ({
    currentTarget: { scrollTop, scrollHeight, clientHeight },
  }: {
    currentTarget: Element;
  }) => {
    top.value = scrollTop;
    if (following === undefined) return;
    following.value = scrollHeight - scrollTop - clientHeight < 4;
    end.current = following.value ? scrollTop : 0;
  };
  const first = Math.max(0, Math.min(rows.length, Math.floor(top.value / rowHeight)) - spare);
  const shown = rows.slice(first, first + Math.ceil(height.value / rowHeight) + 2 * spare);
  const below = rows.length - first - shown.length;
  return html`<div class="table" ref=${box} onScroll=${onScroll}>
    <table role="grid" aria-rowcount=${rows.length + 1}>
      <caption>
        ${caption}
      </caption>
      <colgroup>
        ${columns.map(({ width }) => html`<col style=${{ width }} />`)}
      </colgroup>
      <thead>
        <tr aria-rowindex="1">
          ${columns.map(({ title, isNumber }) => html`<th scope="col" class=${isNumber && 'number'}>${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${space(first)}
        ${shown.map((row, index) => {
          const id = idOf(row);
          const isChosen = id === selected.value;
          return html`<tr
            key=${id}
            data-row=${id}
            aria-rowindex=${first + index + 2}
            aria-selected=${isChosen}
            tabindex=${isChosen || (at === -1 && index === 0) ? 0 : -1}
            class="${tone?.(row) ?? ''} ${hovered?.value === id ? 'hovered' : ''}"
            onClick=${() => (selected.value = id)}
            onFocus=${() => (selected.value = id)}
            onMouseEnter=${hovered && (() => (hovered.value = id))}
            onMouseLeave=${hovered && (() => (hovered.value = undefined))}
          >
            ${columns.map(({ cell, isNumber }) => html`<td class=${isNumber && 'number'}>${cell(row)}</td>`)}
          </tr>`;
        })}
        ${space(below)}
      </tbody>
    </table>
    ${rows.length === 0 && html`<p class="empty">${empty}</p>`}
  </div>`;
}

const space = (rows: number) =>
  rows > 0 &&
  html`<tr aria-hidden="true" class="space">
    <td style=${{ height: `${rows * rowHeight}px` }}></td>
  </tr>`;

/** Scrolls no further than it takes; the head of the table covers the first row. */
function bringIntoSight(box: Element, at: number): void {
  const start = at * rowHeight;
  const room = box.clientHeight - 3 * rowHeight;
  if (start < box.scrollTop) box.scrollTop = start;
  else if (start > box.scrollTop + room) box.scrollTop = start - room;
}

/** The row that the keyboard moved to while it was too far away to stand in the document, and where the focus was then. */
let awaited: { readonly id: string; readonly from: Element | null } | undefined;

/** Selects the row so many further in the table that is shown, and gives it the focus, as soon as it is there. */
export function moveSelection(by: number): void {
  if (inSight === undefined || inSight.ids.length === 0) return;
  const { ids, selected } = inSight;
  const at = ids.indexOf(selected.value ?? '');
  const last = ids.length - 1;
  const next = ids[at === -1 ? (by > 0 ? 0 : last) : Math.min(last, Math.max(0, at + by))]!;
  selected.value = next;
  awaited = { id: next, from: document.activeElement };
  focusAwaited();
}

/** Who has gone on meanwhile, such as into the search, keeps the focus there. */
function focusAwaited(): void {
  if (awaited === undefined) return;
  const { id, from } = awaited;
  const hasGoneOn = document.activeElement !== from && document.activeElement !== document.body;
  if (hasGoneOn || focusRow(id)) awaited = undefined;
}

/** @returns whether the row stands in the document */
export function focusRow(id: string): boolean {
  const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
  row?.focus({ preventScroll: true });
  return row !== null;
}
