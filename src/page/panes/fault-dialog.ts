// The faults of a world: what is made to go wrong, for which requests, how often.
import { html, signal } from '../parts/ui.ts';
import { useModal } from '../parts/modal.ts';
import { PlainTable } from '../parts/plain-table.ts';
import { act, world } from '../state/choices.ts';
import { call } from '../talk/control-api.ts';
import type { Fault, Row } from '../talk/wire.ts';

const asked = signal<{ readonly method: string; readonly path: string } | undefined>(undefined);

/** @param row the request that the new fault is to strike when it is sent again */
export function openFaults(row?: Row): void {
  asked.value = { method: row?.method ?? '', path: row?.path ?? '' };
}

const kinds = ['status', 'reset', 'lost-reply', 'timeout', 'truncate', 'malformed', 'slow-body'];
const methods = ['', 'GET', 'PATCH', 'POST', 'PUT', 'DELETE'];

export function FaultDialog() {
  const isOpen = asked.value !== undefined && world.value !== undefined;
  const { ref, onClose, close } = useModal(isOpen, () => (asked.value = undefined));
  if (!isOpen) return null;
  const { id, faults } = world.value!;
  const { method, path } = asked.value!;

  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const field = (of: string) => (fields.get(of) as string).trim();
    const [kind, amount, times] = [field('kind'), field('amount'), field('times')];
    const match = {
      ...(field('method') !== '' && { method: field('method') }),
      ...(field('path') !== '' && { path: field('path') }),
    };
    const json = {
      kind: amount !== '' && (kind === 'status' || kind === 'slow-body') ? `${kind}=${amount}` : kind,
      ...(Object.keys(match).length > 0 && { match }),
      ...(times !== '' && { times: Number(times) }),
    };
    void act(`${id}: ${json.kind} will strike.`, () => call('faults', { method: 'POST', world: id, json }));
  };
  const remove = (fault?: Fault) => () =>
    act(fault === undefined ? 'No fault is left.' : `${fault.kind} is gone.`, () =>
      call(fault === undefined ? 'faults' : `faults/${encodeURIComponent(fault.id)}`, {
        method: 'DELETE',
        world: id,
      }),
    );

  const kept = faults.map((fault) => [
    fault.kind,
    strikes(fault),
    fault.struck,
    html`<button onClick=${remove(fault)} aria-label="Remove ${fault.kind}">Remove</button>`,
  ]);
  return html`<dialog ref=${ref} aria-labelledby="faults" onClose=${onClose}>
    <div class="row">
      <h2 id="faults">Faults of ${id}</h2>
      <button class="push" onClick=${close}>Close</button>
    </div>
    ${
      kept.length === 0
        ? html`<p class="quiet">Nothing is made to go wrong.</p>`
        : html`<${PlainTable} caption="What goes wrong" heads=${['fault', 'strikes', 'struck', 'undo']} rows=${kept} />
          <p class="row"><button class="push" onClick=${remove()}>Remove all</button></p>`
    }
    <h3>Add a fault</h3>
    <form class="row" onSubmit=${add}>
      <label>Kind <select name="kind">${kinds.map((kind) => html`<option>${kind}</option>`)}</select></label>
      <label title="the status, or the milliseconds of a slow body">Value <input name="amount" size="5" defaultValue="503" /></label>
      <label>Method <select name="method">
        ${methods.map((one) => html`<option value=${one} selected=${one === method}>${one === '' ? 'any' : one}</option>`)}
      </select></label>
      <label title="* stands for anything">Path <input name="path" defaultValue=${path} placeholder="any" /></label>
      <label>Times <input name="times" size="3" defaultValue="1" placeholder="any" inputmode="numeric" /></label>
      <button>Add</button>
    </form>
  </dialog>`;
}

function strikes({ match, times, every, probability }: Fault): string {
  return [
    `${match?.method ?? 'any method'} ${match?.path ?? 'any path'}`,
    ...(times === undefined ? [] : [`${times}×`]),
    ...(every === undefined ? [] : [`every ${every}th`]),
    ...(probability === undefined || probability === 1 ? [] : [`${Math.round(probability * 100)} %`]),
  ].join(', ');
}
