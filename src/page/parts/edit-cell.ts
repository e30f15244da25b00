// A value that is edited where it stands: Enter or leaving the field sets it, Escape leaves it as it was.
import { html, into, useLayoutEffect, useRef, useSignal } from './ui.ts';

type Simple = string | number | boolean | null;

interface EditProps {
  /** What it is, such as `minPrice of KB-1001`. */
  readonly label: string;
  readonly value: Simple;
  readonly set: (value: Simple) => void;
}

export function EditCell({ label, value, set }: EditProps) {
  const isEdited = useSignal(false);
  /** Kept here, because what else happens in the page draws the field anew. */
  const typed = useSignal('');
  const input = useRef<HTMLInputElement>(null);
  // Before the next key comes, which is meant for the field.
  useLayoutEffect(() => input.current?.select(), [isEdited.value]);
  if (!isEdited.value) {
    const begin = () => {
      typed.value = String(value ?? '');
      isEdited.value = true;
    };
    const text = value === null || value === '' ? '—' : String(value);
    return html`<button class="cell" aria-label="${text}: edit ${label}" onClick=${begin}>${text}</button>`;
  }
  const end = (isWanted: boolean) => {
    if (!isEdited.value) return;
    isEdited.value = false;
    if (isWanted && typed.value !== String(value ?? '')) set(read(typed.value, value));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') end(true);
    if (event.key === 'Escape') end(false);
  };
  const onBlur = () => {
    end(true);
  };
  return html`<input class="cell" ref=${input} aria-label=${label} value=${typed} onInput=${into(typed)} onBlur=${onBlur} onKeyDown=${onKeyDown} />`;
}

/** What was typed, of the kind that stood there; where nothing stood, JSON or else text. */
function read(text: string, before: Simple): Simple {
  if (typeof before === 'string') return text;
  try {
    return JSON.parse(text === '' ? 'null' : text) as Simple;
  } catch {
    return text;
  }
}
