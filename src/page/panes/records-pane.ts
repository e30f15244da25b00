// The records of the world: listings, strategies and report runs, to look at and to change.
import { html, into, signal } from '../parts/ui.ts';
import { EditCell } from '../parts/edit-cell.ts';
import { Changes } from '../parts/body-text.ts';
import { PlainTable } from '../parts/plain-table.ts';
import { BoundsBar, PriceHistory } from '../parts/price-lines.ts';
import type { Prices } from '../parts/price-lines.ts';
import { clockTime, dateTime, plural } from '../parts/time-text.ts';
import { VirtualTable } from '../parts/virtual-table.ts';
import type { Column } from '../parts/virtual-table.ts';
import { changed, mode, tick, timeIn } from '../state/live.ts';
import { act, selectedListing, world } from '../state/choices.ts';
import { useLoaded } from '../state/loaded.ts';
import { call } from '../talk/control-api.ts';
import type { Change, Listing, Report, ReportFile, State, Strategy } from '../talk/wire.ts';

const views = { listings: Listings, strategies: Strategies, reports: Reports };
const kind = signal<keyof typeof views>('listings');
const words = signal('');

/** By world; it goes with the page. */
const snapshots = signal<Readonly<Record<string, { readonly at: number; readonly snapshot: unknown }>>>({});

interface OfWorld {
  readonly id: string;
}

export function RecordsPane() {
  const id = world.value?.id;
  if (mode.value.mode !== 'mock') {
    return html`<p class="empty">A ${mode.value.mode} keeps no records of its own: look at the recording.</p>`;
  }
  if (id === undefined)
    return html`<p class="empty">No key was used yet: a request with one opens its records.</p>`;
  const kindButton = (name: typeof kind.value) =>
    html`<button aria-pressed=${kind.value === name} onClick=${() => (kind.value = name)}>${name}</button>`;
  return html`<div class="pane">
      <div class="row">
        ${kindButton('listings')}${kindButton('strategies')}${kindButton('reports')}
        ${
          kind.value === 'listings' &&
          html`<input type="search" aria-label="Find a listing" placeholder="Find a listing ( / )" value=${words} onInput=${into(words)} />`
        }
        <${WorldButtons} id=${id} />
      </div>
      <${views[kind.value]} id=${id} key=${id} />
    </div>
    ${kind.value === 'listings' && selectedListing.value !== undefined && html`<${ListingDetail} id=${id} key=${selectedListing.value} />`}`;
}

function WorldButtons({ id }: { readonly id: string }) {
  const kept = snapshots.value[id];
  const take = async () => {
    const snapshot = await call<unknown>('state/snapshot', { world: id });
    snapshots.value = { ...snapshots.value, [id]: { at: Date.now(), snapshot } };
  };
  const restore = () => call('state/snapshot', { method: 'PUT', world: id, json: kept!.snapshot });
  const reset = () => call('state/reset', { method: 'POST', world: id, json: {} });
  return html`<span class="push row">
    <button onClick=${() => act(`A snapshot of ${id} was taken.`, take)}>Take a snapshot</button>
    ${
      kept !== undefined &&
      html`<button onClick=${() => act(`${id} is as it was at ${clockTime(kept.at)}.`, restore)}>
        Restore that of ${clockTime(kept.at).slice(0, 8)}
      </button>`
    }
    <button onClick=${() => act(`${id} is as it began.`, reset)}>Reset</button>
  </span>`;
}

const change = (id: string, path: string, field: string, value: unknown) =>
  act(`${field} is ${JSON.stringify(value)}.`, () =>
    call(`state/${path}`, { method: 'PATCH', world: id, json: { [field]: value } }),
  );

/** The listings of a world, and the strategies that they have. */
function useRecords(id: string) {
  return useLoaded(() => call<State>('state', { world: id }), id, changed.records.value).value;
}
const noRecords: State = { listings: [], strategies: [] };

function Listings({ id }: OfWorld) {
  const { value: state = noRecords, problem = 'There is no such listing.' } = useRecords(id);
  const price = (field: keyof Prices, title: string): Column<Listing> => ({
    title,
    width: '5.2rem',
    isNumber: true,
    cell: (row) =>
      html`<${EditCell}
        label=${`${field} of ${row.sku}`}
        value=${row[field]}
        set=${(value: unknown) => change(id, `listings/${encodeURIComponent(row.id)}`, field, value)}
      />`,
  });
  const named = new Map(state.strategies.map((one) => [one.id, one.name]));
  const columns: readonly Column<Listing>[] = [
    { title: 'SKU', width: '8.5rem', cell: ({ sku }) => sku },
    { title: 'title', cell: ({ title }) => title },
    price('minPrice', 'min'),
    price('currentPrice', 'current'),
    price('maxPrice', 'max'),
    { title: 'in bounds', width: '6.5rem', cell: (row) => html`<${BoundsBar} ...${row} />` },
    {
      title: 'strategy',
      width: '8.5rem',
      cell: ({ strategyId }) => named.get(strategyId ?? '') ?? strategyId,
    },
    { title: 'status', width: '5rem', cell: ({ status }) => status },
  ];
  const wanted = words.value.toLowerCase();
  const rows = state.listings.filter((one) =>
    `${one.sku} ${one.title} ${one.id}`.toLowerCase().includes(wanted),
  );
  return html`<${VirtualTable}
    caption="Listings of ${id}"
    columns=${columns}
    rows=${rows}
    idOf=${(row: Listing) => row.id}
    selected=${selectedListing}
    empty=${problem}
  />`;
}

function ListingDetail({ id }: OfWorld) {
  const { listings, strategies } = useRecords(id).value ?? noRecords;
  const listing = listings.find((one) => one.id === selectedListing.value);
  return (
    listing !== undefined && html`<${ListingView} id=${id} listing=${listing} strategies=${strategies} />`
  );
}

interface ListingProps {
  readonly id: string;
  readonly listing: Listing;
  readonly strategies: readonly Strategy[];
}

function ListingView({ id, listing, strategies }: ListingProps) {
  const path = `listings/${encodeURIComponent(listing.id)}`;
  const load = () =>
    call<{ data: readonly Change[] }>(`state/changes?id=${encodeURIComponent(listing.id)}`, { world: id });
  const changes = useLoaded(load, `${id} ${listing.id}`, changed.records.value).value.value?.data ?? [];
  const first = changes[0]?.before ?? changes[0]?.after ?? listing;
  const steps = [first, ...changes.flatMap(({ after }) => after ?? [])] as unknown as readonly Prices[];
  const set = (field: string) => (value: unknown) => change(id, path, field, value);
  const setStrategy = ({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
    set('strategyId')(currentTarget.value);
  return html`<section class="detail" aria-labelledby="detail">
    <div class="row">
      <h2 id="detail" tabindex="-1">${listing.sku} ${listing.title}</h2>
      <button class="push" onClick=${() => (selectedListing.value = undefined)}>Close</button>
    </div>
    <h3>Price history</h3>
    <${PriceHistory} steps=${steps} />
    ${changes
      .slice(-20)
      .reverse()
      .map(
        ({ number, at, before, after }) => html`<details key=${number}>
        <summary>${`${dateTime(Date.parse(at))}: ${before === null ? 'created' : after === null ? 'removed' : 'changed'}`}</summary>
        <${Changes} before=${before ?? {}} after=${after ?? {}} />
      </details>`,
      )}
    <h3>Fields</h3>
    <label class="row">Strategy
      <select value=${listing.strategyId} onChange=${setStrategy}>
        ${strategies.map((one) => html`<option value=${one.id}>${one.name ?? one.id}</option>`)}
      </select>
    </label>
    <${Fields} record=${listing} of=${listing.sku} set=${set} />
  </section>`;
}

interface FieldsProps {
  readonly record: Readonly<Record<string, unknown>>;
  readonly of: string;
  readonly set: (field: string) => (value: unknown) => unknown;
}

function Fields({ record, of, set }: FieldsProps) {
  const isSimple = (value: unknown) => value === null || typeof value !== 'object';
  const rows = Object.entries(record).map(([field, value]) => [
    field,
    field === 'id' || !isSimple(value)
      ? typeof value === 'string'
        ? value
        : JSON.stringify(value)
      : html`<${EditCell} label=${`${field} of ${of}`} value=${value} set=${set(field)} />`,
  ]);
  return html`<${PlainTable} look="changes" caption="" heads=${['field', 'value']} rows=${rows} />`;
}

function Strategies({ id }: OfWorld) {
  const { strategies } = useRecords(id).value ?? noRecords;
  const set = (path: string) => (field: string) => (value: unknown) => change(id, path, field, value);
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Strategies">
    ${strategies.map((one) => {
      const name = one.name ?? one.id;
      return html`<details key=${one.id}>
        <summary>${name}</summary>
        <${Fields} record=${one} of=${name} set=${set(`strategies/${encodeURIComponent(one.id)}`)} />
      </details>`;
    })}
  </div>`;
}

/** A run's way from queued to its end, by the world's clock. */
function Reports({ id }: OfWorld) {
  const load = () => call<readonly Report[]>('state/reports', { world: id });
  const { value: reports = [] } = useLoaded(load, id, changed.records.value + tick.value).value;
  const now = timeIn(world.value!);
  const rows = reports.map(({ id: run, type, status, createdAt, queuedMs, runningMs }) => {
    const isOver = status !== 'queued' && status !== 'running';
    const share = (now - Date.parse(createdAt ?? '')) / Math.max(1, queuedMs + runningMs);
    const done = isOver ? 1 : Math.min(0.99, Math.max(0, share));
    return [
      type,
      createdAt !== null && dateTime(Date.parse(createdAt)),
      html`<span class=${status === 'completed' ? 'good' : status === 'failed' ? 'bad' : ''}>${status}</span>`,
      html`<progress value=${done} aria-label="${type}: ${status}"></progress>`,
      status === 'completed' && html`<${Files} id=${id} run=${run} key=${run} />`,
    ];
  });
  const heads = ['type', 'created', 'status', 'progress', 'files'];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Report runs">
    <${PlainTable} caption=${plural(rows.length, 'report run')} heads=${heads} rows=${rows} />
  </div>`;
}

function Files({ id, run }: OfWorld & { readonly run: string }) {
  const path = `state/reports/${encodeURIComponent(run)}/files`;
  const load = () => call<{ data: readonly ReportFile[] }>(path, { world: id });
  const { value } = useLoaded(load, `${id} ${run}`, changed.records.value).value;
  return value?.data.map(
    ({ url, format, compression, sizeBytes }) =>
      html`<a href=${url} download>${[format, compression].filter(Boolean).join('.')}</a> <span class="quiet">${sizeBytes} B</span> `,
  );
}
