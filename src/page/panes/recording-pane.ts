// The recording, cut by its writes: what is in it, where each client stands, which answer is in force after the n-th write, and
// what was asked but not recorded.
import { html, signal } from '../parts/ui.ts';
import { clockTime, dateTime, plural } from '../parts/time-text.ts';
import { VirtualTable } from '../parts/virtual-table.ts';
import type { Column } from '../parts/virtual-table.ts';
import { changed, mode, nameOf, rows } from '../state/live.ts';
import { act, selectedStep, showRequest, world } from '../state/choices.ts';
import { useLoaded } from '../state/loaded.ts';
import { call } from '../talk/control-api.ts';
import type { RecordedExchange, RecordedStep, Recording, Row } from '../talk/wire.ts';
import { MissView } from './miss-view.ts';
import { shortTarget } from './traffic-pane.ts';
import { loadExchange, Message, target } from './exchange-detail.ts';

/** After how many writes the reader looks; undefined: where the client of the world stands. */
const looked = signal<number | undefined>(undefined);
const missed = signal<string | undefined>(undefined);

/** So many interactions come with one answer. */
const page = 1000;

async function loadAll(): Promise<Recording> {
  let recording = await call<Recording>(`recording?limit=${page}`);
  while (recording.interactions.length < recording.total) {
    const after = recording.interactions.at(-1)!.number;
    const { interactions } = await call<Recording>(`recording?limit=${page}&after=${after}`);
    if (interactions.length === 0) break;
    recording = { ...recording, interactions: [...recording.interactions, ...interactions] };
  }
  return recording;
}

export function RecordingPane() {
  const { recording: name, mode: now } = mode.value;
  const load = now === 'mock' ? undefined : loadAll;
  const { value: recording, problem } = useLoaded(load, `${now} ${name}`, changed.recording.value).value;
  if (now === 'mock') {
    return html`<p class="empty">
      The mock answers by itself, without a recording. <code>pricing-mock record</code> makes one,
      <code>pricing-mock replay</code> answers from one.
    </p>`;
  }
  if (recording === undefined) return html`<p class="empty">${problem ?? 'Loading'}</p>`;
  const step = recording.interactions.find(({ id }) => id === selectedStep.value);
  return html`<div class="pane">
      <${Clients} recording=${recording} />
      <${Scrubber} recording=${recording} />
      <${Misses} recording=${recording} />
      <${Steps} recording=${recording} />
    </div>
    ${step !== undefined && html`<${StepDetail} step=${step} key=${step.id} />`}`;
}

function Clients({ recording }: { readonly recording: Recording }) {
  const { name, upstream, total, writes, clients, answered, missed: misses, unused } = recording;
  const missedWords = html`<span class=${misses > 0 && 'bad'}>${plural(misses, 'miss', 'misses')}</span>`;
  return html`<div class="notice">
    <h2>Recording ${name}</h2>
    <p>From ${upstream}: ${plural(total, 'interaction')}, ${plural(writes.length, 'write')}.
      ${mode.value.mode === 'replay' && html` ${plural(answered, 'request')} answered, ${missedWords}; ${plural(unused, 'interaction')} not used.`}
    </p>
    ${clients.map(({ world: id, writesDone, writesOf, next, served }) => {
      const order = next === (writes[writesDone] ?? null) ? '' : ' (not in recorded order)';
      const where = `${nameOf(id)}: after write ${writesDone} of ${writesOf}${order}, ${plural(served, 'answer')}`;
      return html`<p class="row"><progress max=${Math.max(1, writesOf)} value=${writesDone} aria-label=${where}></progress>${where}</p>`;
    })}
  </div>`;
}

/** Where the reader looks: after the n-th write. */
function lookedAt({ clients, writes }: Recording): number {
  const own = clients.find((client) => client.world === world.value?.id) ?? clients[0];
  return looked.value ?? own?.writesDone ?? writes.length;
}

function Scrubber({ recording }: { readonly recording: Recording }) {
  const { writes } = recording;
  const at = lookedAt(recording);
  const { value: { id } = {} } = world;
  const isReplayed = mode.value.mode === 'replay';
  const move = async () => {
    const order = () => call('replay/at', { method: 'PUT', world: id, json: { at } });
    if (await act(`${id} goes on after ${plural(at, 'write')}.`, order)) looked.value = undefined;
  };
  return html`<div class="row">
    <label class="row">
      After write
      <input
        type="range"
        min="0"
        max=${writes.length}
        value=${at}
        aria-valuetext=${`after write ${at} of ${writes.length}`}
        onInput=${({ currentTarget }: { currentTarget: HTMLInputElement }) => (looked.value = Number(currentTarget.value))}
      />
    </label>
    <output>${at} of ${writes.length}${at > 0 ? `: ${writes[at - 1]}` : ', before any'}</output>
    ${
      looked.value !== undefined &&
      html`<button onClick=${() => (looked.value = undefined)}>Back to where the client is</button>
        ${isReplayed && id !== undefined && html`<button onClick=${move}>Move ${id} here</button>`}`
    }
  </div>`;
}

/** What a step is to a client that has done so many writes. */
function placeAt({ write, inForce }: RecordedStep, at: number): string {
  const found = inForce.find(({ from, until }) => from <= at && at < (until ?? Infinity));
  if (found !== undefined) return write ? 'next' : found.stale ? 'stale' : 'in force';
  if (inForce.length === 0) return 'never';
  return at < inForce[0]!.from ? 'later' : write ? 'done' : 'replaced';
}

function Steps({ recording }: { readonly recording: Recording }) {
  const steps = recording.interactions;
  const at = lookedAt(recording);
  const columns: readonly Column<RecordedStep>[] = [
    { title: 'after write', width: '7rem', isNumber: true, cell: ({ epoch }) => epoch },
    { title: 'id', width: '11rem', cell: ({ id }) => html`<span class="mono">${id}</span>` },
    {
      title: 'method',
      width: '5.2rem',
      cell: ({ method, write }) => (write ? html`<strong>${method}</strong>` : method),
    },
    { title: 'path and query', cell: shortTarget },
    { title: 'status', width: '4.5rem', isNumber: true, cell: ({ status }) => status },
    { title: 'then', width: '6rem', cell: (step) => placeAt(step, at) },
    { title: 'used', width: '5rem', cell: ({ used }) => (used ? 'used' : 'unused') },
  ];
  return html`<${VirtualTable}
    caption="Interactions of ${recording.name}, in the order in which they happened"
    columns=${columns}
    rows=${steps}
    idOf=${({ id }: RecordedStep) => id}
    selected=${selectedStep}
    tone=${(step: RecordedStep) => `${step.write ? 'write' : ''} ${/^(later|replaced|never)/.test(placeAt(step, at)) ? 'faint' : ''}`}
    empty="Nothing is recorded yet."
  />`;
}

function StepDetail({ step }: { readonly step: RecordedStep }) {
  const load = () => call<RecordedExchange>(`recording/${encodeURIComponent(step.id)}`);
  const { value, problem } = useLoaded(load, step.id, 0).value;
  const chosenBy = rows.value.filter(({ interaction }) => interaction === step.id).slice(-10);
  return html`<section class="detail" aria-labelledby="detail">
    <div class="row">
      <h2 id="detail" tabindex="-1">${step.id}: ${step.method} ${target(step)}</h2>
      <button class="push" onClick=${() => (selectedStep.value = undefined)}>Close</button>
    </div>
    <p>${step.status}, recorded ${dateTime(Date.parse(step.at))}, after ${plural(step.epoch, 'write')}</p>
    <h3>Requests that got it</h3>
    ${chosenBy.length === 0 && html`<p class="quiet">None of those shown here.</p>`}
    ${chosenBy.map((row) => html`<${RequestLink} row=${row} key=${row.serial} />`)}
    ${chosenBy.length > 0 && html`<${Why} row=${chosenBy.at(-1)!} key=${chosenBy.at(-1)!.serial} />`}
    ${problem !== undefined && html`<p class="bad">${problem}</p>`}
    ${
      value !== undefined &&
      html`
      <${Message} name="Request" headers=${value.request.headers} shown=${value.request} />
      <${Message} name="Answer" headers=${value.response.headers} shown=${value.response} />`
    }
  </section>`;
}

/** Leads to a request in the traffic. */
function RequestLink({ row: { serial, at, world: id, number } }: { readonly row: Row }) {
  return html`<p><a href="#traffic" onClick=${() => {
    showRequest(String(serial));
  }}>${nameOf(id)} #${number}</a> ${clockTime(Date.parse(at))}</p>`;
}

/** What was asked and not recorded; the newest such request tells the nearest that was. */
function Misses({ recording: { misses } }: { readonly recording: Recording }) {
  if (misses.length === 0) return null;
  const row = rows.value.findLast(
    (one) => one.badges.includes('miss') && missed.value === `${one.method} ${target(one)}`,
  );
  return html`<details class="notice" open>
    <summary>Asked, but not recorded</summary>
    ${misses.map(({ request, count }) => {
      const isOpen = missed.value === request;
      const turn = () => (missed.value = isOpen ? undefined : request);
      return html`<p key=${request} class="row">
        <button aria-pressed=${isOpen} onClick=${turn}>Why?</button><span class="mono bad">${request}</span> ${count}×
      </p>`;
    })}
    ${row !== undefined && html`<${Why} row=${row} key=${row.serial} />`}
  </details>`;
}

/** Why a request got a recorded answer, or none. */
function Why({ row }: { readonly row: Row }) {
  const { value } = useLoaded(() => loadExchange(row), String(row.serial), 0).value;
  if (value?.miss != null) return html`<${MissView} miss=${value.miss} />`;
  return value?.replayed != null && html`<p>${value.replayed.why}</p>`;
}
