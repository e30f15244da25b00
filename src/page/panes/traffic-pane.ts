// The requests as they come, one row each, and the selected one beside.
import { html, into, signal, useEffect } from '../parts/ui.ts';
import { Block } from '../parts/body-text.ts';
import { clockTime, milliseconds, plural } from '../parts/time-text.ts';
import { VirtualTable } from '../parts/virtual-table.ts';
import type { Column } from '../parts/virtual-table.ts';
import { about, changed, nameOf, rowBySerial, rows, skipped } from '../state/live.ts';
import {
  chosenKind,
  found,
  hoveredRequest,
  kindNames,
  range,
  searched,
  selectedRequest,
  shownRows,
} from '../state/choices.ts';
import { useLoaded } from '../state/loaded.ts';
import { call } from '../talk/control-api.ts';
import type { Row } from '../talk/wire.ts';
import { Badges } from './badges.ts';
import { ExchangeDetail, target } from './exchange-detail.ts';

const following = signal(true);

/** What makes paths differ stands at their end: a UUID is shown by its beginning. */
export const shortTarget = (of: { readonly path: string; readonly query: string }) =>
  html`<span class="mono" title=${target(of)}>${target(of).replaceAll(/([\da-f]{4})[\da-f]{4}(-[\da-f]{4}){3}-[\da-f]{12}/gi, '$1…')}</span>`;

const columns: readonly Column<Row>[] = [
  {
    title: 'time',
    width: '7.5rem',
    cell: ({ at }) => html`<span class="mono">${clockTime(Date.parse(at))}</span>`,
  },
  { title: 'key', width: '6rem', cell: ({ world }) => nameOf(world) },
  { title: 'method', width: '5.2rem', cell: ({ method }) => method },
  { title: 'path and query', cell: shortTarget },
  {
    title: 'status',
    width: '4.5rem',
    isNumber: true,
    cell: ({ status }) =>
      html`<span class=${status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'}>${status}</span>`,
  },
  { title: 'ms', width: '3.2rem', isNumber: true, cell: ({ milliseconds: time }) => milliseconds(time) },
  { title: 'marks', width: '6.5rem', cell: (row) => html`<${Badges} row=${row} />` },
];

const toneOf = ({ status }: Row) => (status === 429 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : '');

/** The requests that the choices leave, and the selected one. */
export function Requests({ above, empty }: { readonly above: unknown; readonly empty: unknown }) {
  const row = rowBySerial.value.get(selectedRequest.value ?? '');
  return html`<div class="pane">
      ${above}
      <${VirtualTable}
        caption="Requests, oldest first"
        columns=${columns}
        rows=${shownRows.value}
        idOf=${({ serial }: Row) => String(serial)}
        selected=${selectedRequest}
        hovered=${hoveredRequest}
        following=${following}
        tone=${toneOf}
        empty=${empty}
      />
    </div>
    ${row !== undefined && html`<${ExchangeDetail} row=${row} key=${row.serial} />`}`;
}

export function TrafficPane() {
  const empty = rows.value.length === 0 ? html`<${FirstSteps} />` : 'No request is left of what was chosen.';
  return html`<${Requests} above=${html`<${Narrowing} />`} empty=${empty} />`;
}

function Narrowing() {
  const words = searched.value;
  const load = () => call<{ serials: number[] }>(`requests/search?text=${encodeURIComponent(words)}`);
  const { value } = useLoaded(words === '' ? undefined : load, words, changed.traffic.value).value;
  useEffect(() => {
    found.value = new Set(value?.serials);
  }, [value]);
  return html`<div class="row">
    <input
      type="search"
      aria-label="Search in paths, headers and bodies"
      placeholder="Search paths, headers, bodies ( / )"
      value=${words}
      onInput=${into(searched)}
    />
    <select aria-label="Which requests" value=${chosenKind} onChange=${into(chosenKind)}>
      ${kindNames.map((kind) => html`<option value=${kind}>${kind}</option>`)}
    </select>
    <${MarkedTimes} />
    <span class="quiet" role="status">
      ${plural(shownRows.value.length, 'request')}
      ${skipped.value > 0 && `, ${skipped.value} came too fast to be shown`}
      ${about.value?.keepsAnswers === false && ', answers are not kept'}
    </span>
    ${!following.value && html`<button class="push" onClick=${() => (following.value = true)}>Follow the newest</button>`}
  </div>`;
}

/** The times that were marked in a chart, and the way back to all. */
export function MarkedTimes() {
  const { value: marked } = range;
  if (marked === undefined) return null;
  const times = `${clockTime(marked.from)} to ${clockTime(marked.to)}`;
  return html`<button onClick=${() => (range.value = undefined)}>Only ${times}: show all times</button>`;
}

function FirstSteps() {
  const command = `curl -H 'X-API-KEY: test_tour' ${location.origin}/v1/listings`;
  return html`<p>Nothing was asked yet. Send a request, and it shows here:</p>
    <${Block} text=${command} label="A first request" />`;
}
