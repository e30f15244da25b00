// The page at `/__mock/`: takes the token, shows the panes, follows the server.
import { effect, html, into, render, useLayoutEffect, useSignal } from './parts/ui.ts';
import { notice, pane, readPane } from './state/choices.ts';
import { follow } from './state/live.ts';
import { giveToken, takeToken, token } from './talk/access.ts';
import { FaultDialog } from './panes/fault-dialog.ts';
import { Head } from './panes/head.ts';
import { HelpDialog, listenToKeys } from './panes/help.ts';
import { LimitsPane } from './panes/limits-pane.ts';
import { RecordingPane } from './panes/recording-pane.ts';
import { RecordsPane } from './panes/records-pane.ts';
import { TrafficPane } from './panes/traffic-pane.ts';
import { TrustPane } from './panes/trust-pane.ts';

const views = {
  traffic: TrafficPane,
  limits: LimitsPane,
  records: RecordsPane,
  recording: RecordingPane,
  trust: TrustPane,
};

function Page() {
  if (token.value === '') return html`<${AskForToken} />`;
  return html`<${Head} />
    <${Notice} />
    <main aria-label=${pane.value}><${views[pane.value]} /></main>
    <${FaultDialog} />
    <${HelpDialog} />`;
}

function Notice() {
  const { value: said } = notice;
  return html`<div role="status" aria-live="polite">
    ${
      said !== undefined &&
      html`<p class="notice row">
        <span class=${said.isBad ? 'bad' : 'good'}>${said.text}</span>
        <button class="push" onClick=${() => (notice.value = undefined)}>Dismiss</button>
      </p>`
    }
  </div>`;
}

function AskForToken() {
  const words = useSignal('');
  useLayoutEffect(() => document.querySelector('input')?.focus(), []);
  const give = (event: SubmitEvent) => {
    event.preventDefault();
    giveToken(words.value.trim());
  };
  return html`<main class="scroll">
    <form onSubmit=${give}>
      <h1>pricing-mock</h1>
      <p>
        The server prints a link to this page when it starts; it ends in <code>#token=...</code>. Open that
        link, or paste the token:
      </p>
      <p class="row">
        <input
          type="password"
          aria-label="Token"
          autocomplete="off"
          value=${words}
          onInput=${into(words)}
        />
        <button>Open</button>
      </p>
    </form>
  </main>`;
}

takeToken();
readPane();
addEventListener('hashchange', () => {
  takeToken();
  readPane();
});
listenToKeys();
effect(() => {
  if (token.value !== '') void follow();
});
const place = document.createElement('div');
place.id = 'app';
document.body.append(place);
render(html`<${Page} />`, place);
