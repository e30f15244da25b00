// One request beside its answer: what was wrong with it, what it changed, why a replay answered as it did.
import { html } from '../parts/ui.ts';
import { toCurl } from './curl.ts';
import { Body, Changes } from '../parts/body-text.ts';
import { PlainTable } from '../parts/plain-table.ts';
import { clockTime, milliseconds, plural } from '../parts/time-text.ts';
import { nameOf } from '../state/live.ts';
import { act, notice, selectedRequest } from '../state/choices.ts';
import { useLoaded } from '../state/loaded.ts';
import { call } from '../talk/control-api.ts';
import type { Exchange, HeaderPairs, Row, ShownBody } from '../talk/wire.ts';
import { Badges } from './badges.ts';
import { openFaults } from './fault-dialog.ts';
import { MissView, StepLink } from './miss-view.ts';

/** A request with all that is kept of it. */
export const loadExchange = ({ number, world }: Row): Promise<Exchange> =>
  world === null ? call(`requests/${number}?unauthenticated=true`) : call(`requests/${number}`, { world });

export const target = ({ path, query }: { readonly path: string; readonly query: string }): string =>
  query === '' ? path : `${path}?${query}`;

export function ExchangeDetail({ row }: { readonly row: Row }) {
  const { value, problem } = useLoaded(() => loadExchange(row), String(row.serial), 0).value;
  const { method, status, at, world } = row;
  const when = ` after ${milliseconds(row.milliseconds)} ms, ${clockTime(Date.parse(at))}, ${nameOf(world)} #${row.number}`;
  return html`<section class="detail" aria-labelledby="detail">
    <h2 id="detail" tabindex="-1">${method} ${target(row)}</h2>
    <p><strong class=${status >= 400 ? 'bad' : 'good'}>${status}</strong>${when} <${Badges} row=${row} /></p>
    ${row.recorded !== null && html`<p>${row.recorded} ${row.interaction !== null && html`<${StepLink} id=${row.interaction} />`}</p>`}
    <${Trouble} row=${row} page=${value?.errorPage} />
    <p class="row">
      <button disabled=${value === undefined} onClick=${() => copy(value!, nameOf(world))}>Copy as curl</button>
      <button disabled=${world === null} onClick=${() => {
        openFaults(row);
      }}>Add a fault here</button>
      <button class="push" onClick=${() => (selectedRequest.value = undefined)}>Close</button>
    </p>
    ${problem !== undefined && html`<p class="bad">${problem}</p>`}
    ${value !== undefined && html`<${Kept} exchange=${value} />`}
  </section>`;
}

const windows: Readonly<Record<string, string>> = {
  rate_limit_per_second: 'second',
  rate_limit_per_minute: 'minute',
};

/** What an error means to the reader, and where to read on. */
function Trouble({ row, page }: { readonly row: Row; readonly page?: string | null }) {
  const { error, kind, retry_after: wait, injected, ignored } = row;
  const window = windows[kind ?? ''];
  const code = html`<strong class="bad">${error?.code}</strong>`;
  const asked = wait === null ? '' : `; the answer asked to wait ${wait} s`;
  return html`
    ${error !== null && html`<p>${code}${error.param !== undefined && ` (${error.param})`}: ${error.message.split('\n')[0]}</p>`}
    ${window !== undefined && html`<p>This request broke the limit per ${window}${asked}. <a href="#limits">See it among the limits</a></p>`}
    ${injected !== null && html`<p class="warn">A fault was injected: ${injected}.</p>`}
    ${ignored.length > 0 && html`<p class="warn">Ignored: ${ignored.join(', ')}.</p>`}
    ${page != null && html`<p><a href=${page} target="_blank" rel="noopener">What this error means</a></p>`}`;
}

function Kept({ exchange }: { readonly exchange: Exchange }) {
  const { headers, body, answer, wrote, replayed, miss } = exchange;
  return html`
    ${miss !== null && html`<${MissView} miss=${miss} />`}
    ${replayed !== null && html`<h3>The recorded answer</h3><p><${StepLink} id=${replayed.interaction} />: ${replayed.why}</p>`}
    ${wrote !== null && html`<h3>The ${wrote.kind} before and after</h3><${Changes} before=${wrote.before ?? {}} after=${wrote.after ?? {}} />`}
    <${Message} name="Request" headers=${Object.entries(headers)} shown=${{ state: 'shown', body, length: null }} />
    <${Message} name="Answer" headers=${answer.headers} shown=${answer} />`;
}

const notShown: Readonly<Record<ShownBody['state'], string>> = {
  shown: '',
  none: 'No body.',
  binary: 'The body is no text.',
  cut: 'The body is longer than 64 KB.',
  'too-long': 'The body is too long to be kept.',
  passed: 'The body passed by and was not kept.',
  off: 'Answers are not kept (--keep-answers off).',
  forgotten: 'The body is not kept any more: newer ones took its place.',
};

interface MessageProps {
  readonly name: string;
  readonly headers: HeaderPairs;
  readonly shown: ShownBody;
}

/** Headers and body of a request or an answer. */
export function Message({ name, headers, shown: { state, body, length } }: MessageProps) {
  const size = state === 'none' || length === null ? '' : ` ${plural(length, 'byte')}.`;
  return html`<h3>${name}</h3>
    <details>
      <summary>${plural(headers.length, 'header')}</summary>
      <${PlainTable} look="changes" caption="" heads=${['name', 'value']} rows=${headers} />
    </details>
    ${state === 'shown' ? html`<${Body} body=${body} label="Body: ${name}" />` : html`<p class="quiet">${notShown[state]}${size}</p>`}`;
}

async function copy(exchange: Exchange, name: string): Promise<void> {
  const text = toCurl(exchange, name.startsWith('test_') ? name : '<key>');
  const done = await act('Copied.', () => navigator.clipboard.writeText(text));
  // A page that is not from this machine may not write to the clipboard.
  if (!done) notice.value = { text, isBad: false };
}
