// What can be done with the keyboard, once: the keys, the help (?) and the palette (Ctrl-K) all read this list.
import { html, into, signal, useLayoutEffect, useSignal } from '../parts/ui.ts';
import { useModal } from '../parts/modal.ts';
import { focusRow, moveSelection } from '../parts/virtual-table.ts';
import {
  act,
  chosenKind,
  chosenWorld,
  kindNames,
  panes,
  selectedListing,
  selectedRequest,
  selectedStep,
  pane,
  world,
} from '../state/choices.ts';
import { worlds } from '../state/live.ts';
import { call } from '../talk/control-api.ts';
import { openFaults } from './fault-dialog.ts';

interface Command {
  readonly title: string;
  readonly key?: string;
  readonly run: () => unknown;
}

const isOpen = signal(false);
export function openHelp(): void {
  isOpen.value = true;
}

/** The selection of the pane that is shown. */
const selection = () =>
  pane.value === 'records' ? selectedListing : pane.value === 'recording' ? selectedStep : selectedRequest;

const fixed: readonly Command[] = [
  {
    title: 'Search',
    key: '/',
    run: () => document.querySelector<HTMLElement>('input[type=search]')?.focus(),
  },
  {
    title: 'Next row',
    key: 'j',
    run: () => {
      moveSelection(1);
    },
  },
  {
    title: 'Previous row',
    key: 'k',
    run: () => {
      moveSelection(-1);
    },
  },
  {
    title: 'Go into the details of the row',
    key: 'Enter',
    run: () => document.getElementById('detail')?.focus(),
  },
  { title: 'Back to the row, then leave the details', key: 'Escape', run: goBack },
  { title: 'Keys and commands', key: '?', run: openHelp },
  { title: 'Keys and commands', key: 'Ctrl-K', run: openHelp },
  ...panes.map((name, at) => ({
    title: `Show ${name}`,
    key: String(at + 1),
    run: () => (location.hash = name),
  })),
];

function goBack(): void {
  const { value: id } = selection();
  if (id === undefined) return;
  if (document.getElementById('detail')?.contains(document.activeElement) === true) focusRow(id);
  else selection().value = undefined;
}

/** Those that depend on what there is. */
function commands(): readonly Command[] {
  const { value: shown } = world;
  const clock = (path: string, json: object) => () =>
    act(`clock: ${path}`, () => call(`clock/${path}`, { method: 'POST', world: shown!.id, json }));
  return [
    ...fixed,
    ...(shown === undefined
      ? []
      : [
          {
            title: `Faults of ${shown.id}`,
            run: () => {
              openFaults();
            },
          },
          { title: 'Freeze the clock', run: clock('freeze', {}) },
          { title: 'Let the clock run', run: clock('resume', {}) },
          { title: 'Advance the clock by 60 s', run: clock('advance', { by: 60_000 }) },
        ]),
    ...kindNames.map((kind) => ({
      title: `Show ${kind}`,
      run: () => ((chosenKind.value = kind), (location.hash = 'traffic')),
    })),
    { title: 'Show the requests of all keys', run: () => (chosenWorld.value = undefined) },
    ...worlds.value.map(({ id }) => ({ title: `Show the key ${id}`, run: () => (chosenWorld.value = id) })),
  ];
}

export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'k') {
      event.preventDefault();
      openHelp();
      return;
    }
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isOpen.value ||
      document.querySelector('dialog') !== null
    )
      return;
    const element = target as HTMLElement;
    const isField = /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName);
    if (isField && key !== 'Escape') return;
    if (isField) element.blur();
    const isRow = element.matches('[data-row]');
    if (key === 'Enter' && !isRow && element !== document.body) return;
    const meant = isRow && key === 'ArrowDown' ? 'j' : isRow && key === 'ArrowUp' ? 'k' : key;
    const command = fixed.find((one) => one.key === meant);
    if (command === undefined) return;
    event.preventDefault();
    command.run();
  });
}

export function HelpDialog() {
  const words = useSignal('');
  const { value: shown } = isOpen;
  const { ref, onClose, close } = useModal(shown, () => (isOpen.value = false));
  useLayoutEffect(() => {
    words.value = '';
  }, [shown]);
  if (!shown) return null;
  const left = commands().filter(({ title }) => title.toLowerCase().includes(words.value.toLowerCase()));
  const run = (command: Command) => () => {
    close();
    command.run();
  };
  const runFirst = (event: SubmitEvent) => {
    event.preventDefault();
    if (left[0] !== undefined) run(left[0])();
  };
  return html`<dialog ref=${ref} aria-label="Keys and commands" onClose=${onClose}>
    <form class="row" onSubmit=${runFirst}>
      <input
        type="text"
        aria-label="Find a command"
        placeholder="Find a command"
        value=${words}
        onInput=${into(words)}
      />
      <button type="button" class="push" onClick=${close}>Close</button>
    </form>
    <ul class="commands">
      ${left.map(
        (command) =>
          html`<li>
            <button onClick=${run(command)}>
              ${command.title} ${command.key && html`<kbd>${command.key}</kbd>`}
            </button>
          </li>`,
      )}
    </ul>
  </dialog>`;
}
