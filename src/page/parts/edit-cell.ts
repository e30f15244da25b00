// A value that is edited where it stands: Enter or leaving the field sets it, Escape leaves it as it was.
import { html, useEffect, useRef, useSignal } from './ui.ts';

interface EditProps {
  /** What it is, such as `minPrice of KB-1001`. */
  readonly label: string;
  readonly value: string | number | boolean | null;
  readonly set: (value: string | number | boolean | null) => void;
}

export function EditCell({ label, value, set }: EditProps) {
  const isEdited = useSignal(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), [isEdited.value]);
  if (!isEdited.value) {
    return html`<button class="cell" aria-label="Edit ${label}" onClick=${() => (isEdited.value = true)}>
      ${value === null || value === '' ? '—' : String(value)}
    </button>`;
  }
  const end = (text: string | undefined) => {
    if (!isEdited.value) return;
    isEdited.value = false;
    if (text !== undefined && text !== String(value ?? '')) set(read(text, value));
  };
  return html`<input
    class="cell"
    ref=${input}
    aria-label=${label}
    value=${value ?? ''}
    onBlur=${({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      end(currentTarget.value);
    }}
    onKeyDown=${(event: KeyboardEvent) => {
      event.stopPropagation();
      if (event.key === 'Enter') end((event.currentTarget as HTMLInputElement).value);
      if (event.key === 'Escape') end(undefined);
    }}
  />`;
}

/** What was typed, of the kind that stood there; where nothing stood, JSON or else text. */
function read(text: string, before: EditProps['value']): EditProps['value'] {
  if (typeof before === 'string') return text;
  try {
    return JSON.parse(text === '' ? 'null' : text) as EditProps['value'];
  } catch {
    return text;
  }
}
