// The head of the page: which world is meant, the mode, the clock with its buttons, the faults, the connection.
import { html } from '../parts/ui.ts';
import { dateTime, plural } from '../parts/time-text.ts';
import { about, connection, mode, tick, timeIn, worlds } from '../state/live.ts';
import { act, chosenWorld, pane, panes, world } from '../state/choices.ts';
import { call } from '../talk/control-api.ts';
import { openFaults } from './fault-dialog.ts';
import { openHelp } from './help.ts';

const connections = {
  connecting: ['warn', 'connecting'],
  live: ['good', 'live'],
  lost: ['bad', 'connection lost, trying again'],
} as const;

export function Head() {
  const [tone, words] = connections[connection.value];
  const { mode: name, recording, upstream } = mode.value;
  const from = [recording, upstream].filter((part) => part !== null).join(' from ');
  const faults = world.value?.faults.length ?? 0;
  return html`<header>
    <div class="row">
      <h1 title=${`version ${about.value?.version ?? ''}`}>pricing-mock</h1>
      <span class="badge" title="what answers">${name}${from !== '' && ` ${from}`}</span>
      <${WorldPicker} />
      <${Clock} />
      <button
        onClick=${() => {
          openFaults();
        }}
        class=${faults > 0 ? 'warn' : ''}
      >
        ${faults === 0 ? 'No faults' : plural(faults, 'fault')}
      </button>
      <span class="push ${tone}" role="status">● ${words}</span>
      <button onClick=${openHelp} aria-label="Keys and commands">?</button>
    </div>
    <nav aria-label="Panes">
      ${panes.map(
        (one) =>
          html`<a href="#${one}" aria-current=${pane.value === one ? 'page' : undefined}>
            ${one[0]!.toUpperCase() + one.slice(1)}
          </a>`,
      )}
    </nav>
  </header>`;
}

const noWorld = 'none';

function WorldPicker() {
  const chosen = chosenWorld.value;
  const choose = ({ currentTarget: { value } }: { currentTarget: HTMLSelectElement }) => {
    chosenWorld.value = value === '' ? undefined : value === noWorld ? null : value;
  };
  return html`<label class="row">Key
    <select value=${chosen === null ? noWorld : (chosen ?? '')} onChange=${choose}>
      <option value="">all keys</option>
      ${worlds.value.map(({ id }) => html`<option key=${id} value=${id}>${id}</option>`)}
      <option value=${noWorld}>no valid key</option>
    </select>
  </label>`;
}

/** The clock of the world, which ticks here as it does there. */
function Clock() {
  const shown = world.value;
  if (shown === undefined) return html`<span class="quiet">no key was used yet</span>`;
  const { id, clock } = shown;
  const button = (label: string, path: string, json = {}) => {
    const order = () =>
      act(`${id}, clock: ${label}.`, () => call(`clock/${path}`, { method: 'POST', world: id, json }));
    return html`<button onClick=${order}>${label}</button>`;
  };
  return html`<span class="row">
    <time class="mono" title="The clock of ${id}, UTC">${dateTime(timeIn(shown) + 0 * tick.value)}${clock.frozen && ' (stopped)'}</time>
    ${clock.frozen ? button('Resume', 'resume') : button('Freeze', 'freeze')}
    ${button('+1 s', 'advance', { by: 1000 })} ${button('+60 s', 'advance', { by: 60_000 })}
  </span>`;
}
