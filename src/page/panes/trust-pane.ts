// How far the answers can be trusted: what the client did wrong, fidelity to the recording, and what rests on assumptions.
import { html, useSignal } from '../parts/ui.ts';
import { PlainTable } from '../parts/plain-table.ts';
import { plural } from '../parts/time-text.ts';
import { changed, mode, nameOf, rows } from '../state/live.ts';
import { chosenWorld, showRequest } from '../state/choices.ts';
import { useLoaded } from '../state/loaded.ts';
import type { Loaded } from '../state/loaded.ts';
import { call } from '../talk/control-api.ts';
import type { Assumption, Checks, Fidelity, Learned } from '../talk/wire.ts';
import { StepLink } from './miss-view.ts';

export function TrustPane() {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Trust">
    <${ClientChecks} />
    ${mode.value.mode !== 'mock' && html`<${FidelityTable} /><${LearnedList} />`}
    <${Assumptions} />
  </div>`;
}

function ClientChecks() {
  const version = changed.checks.value + changed.traffic.value;
  const { value, problem } = useLoaded(() => call<Checks>('checks'), '', version).value;
  const wanted = chosenWorld.value;
  const ofChosen = value?.worlds.filter(({ world }) => wanted === undefined || world === wanted) ?? [];
  return html`<h2>Client checks</h2>
    ${problem !== undefined && html`<p class="quiet">${problem}</p>`}
    ${ofChosen.map(
      ({ world, facts }) => html`<${PlainTable}
        key=${world}
        caption=${nameOf(world)}
        heads=${['check', 'times', 'requests']}
        tones=${facts.map(({ failed }) => (failed ? 'bad' : ''))}
        rows=${facts.map(({ title, count, failed, requests }) => [
          html`<span class=${failed ? 'bad' : 'good'}>${failed ? '✗ fails' : '✓ holds'}</span> ${title}`,
          count,
          requests.map((one) => html`<${NumberLink} ...${one} />`),
        ])}
      />`,
    )}`;
}

/** Leads to the request behind a check, as long as it is shown. */
function NumberLink({ world, number }: { readonly world: string | null; readonly number: number }) {
  const row = rows.value.find((one) => one.world === world && one.number === number);
  return row === undefined
    ? html`<span class="quiet">#${number} </span>`
    : html`<a href="#traffic" onClick=${() => {
        showRequest(String(row.serial));
      }}>#${number}</a> `;
}

interface AskedProps<T> {
  readonly title: string;
  readonly order: string;
  readonly load: () => Promise<T>;
  readonly show: (value: T) => unknown;
}

/** Something that takes the server a while, and is asked for by a button. */
function Asked<T>({ title, order, load, show }: AskedProps<T>) {
  const state = useSignal<Loaded<T>>({});
  const isBusy = useSignal(false);
  const ask = async () => {
    isBusy.value = true;
    try {
      state.value = { value: await load() };
    } catch (error) {
      state.value = { problem: (error as Error).message };
    }
    isBusy.value = false;
  };
  const { value, problem } = state.value;
  return html`<h2>${title}</h2>
    <p><button onClick=${ask} disabled=${isBusy}>${order}</button></p>
    ${problem !== undefined && html`<p class="bad" role="status">${problem}</p>`}
    ${value !== undefined && show(value)}`;
}

const text = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value));
const links = (ids: readonly string[]) => ids.slice(0, 5).map((id) => html`<${StepLink} id=${id} />`);

const showFidelity = ({ answers, undecided, endpoints, differences }: Fidelity) => html`
  <p role="status">${answers.agreeing} of ${plural(answers.of, 'answer')} agree; ${undecided} are not specified.</p>
  <${PlainTable}
    caption="By endpoint"
    heads=${['endpoint', 'agree', 'differ']}
    tones=${endpoints.map(({ agreeing, of }) => (agreeing < of ? 'bad' : ''))}
    rows=${endpoints.map(({ endpoint, agreeing, of }) => [endpoint, agreeing, of - agreeing])}
  />
  <${PlainTable}
    look="changes"
    caption=${differences.length === 0 ? 'They differ nowhere.' : 'Where they differ'}
    heads=${['endpoint', 'in', 'recorded', 'the mock', 'interactions']}
    rows=${differences.map((one) => [
      one.endpoint,
      `${one.aspect} ${one.path}`,
      text(one.recorded),
      text(one.mock),
      links(one.interactions),
    ])}
  />`;

function FidelityTable() {
  return html`<${Asked}
    title="Fidelity"
    order="Compare the mock with the recording"
    load=${() => call<Fidelity>('fidelity')}
    show=${showFidelity}
  />`;
}

const showLearned = ({ about, assumptions, evidence }: Learned) => html`
  <ul>
    ${about.map((line) => html`<li>${line}</li>`)}
    ${Object.entries(assumptions).map(([id, held]) => html`<li><code>${id}</code>: observed as ${held}</li>`)}
  </ul>
  <${PlainTable}
    look="changes"
    caption="Evidence"
    heads=${['of', 'seen', 'interactions']}
    rows=${evidence.map(({ at, seen, interactions }) => [at, seen, links(interactions)])}
  />`;

function LearnedList() {
  return html`<${Asked}
    title="What the recording teaches"
    order="Learn from the recording"
    load=${() => call<Learned>('learned')}
    show=${showLearned}
  />`;
}

function Assumptions() {
  const { value } = useLoaded(
    () => call<{ readonly assumptions: readonly Assumption[] }>('assumptions'),
    '',
    0,
  ).value;
  return html`<h2>Assumptions</h2>
    <${PlainTable}
      caption="Where the specification is silent, and what holds here"
      heads=${['assumption', 'question', 'here', 'evidence']}
      rows=${(value?.assumptions ?? []).map(
        ({ id, section, question, value: held, default: usual, reason, evidence }) => [
          html`<code>${id}</code> <span class="quiet">${section}</span>`,
          question,
          html`<span class=${held !== usual && 'warn'}>${held}</span>`,
          html`<strong>${evidence}</strong>: ${reason}`,
        ],
      )}
    />`;
}
