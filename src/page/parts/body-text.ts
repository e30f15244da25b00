// Bodies and the difference of two, as text.
import diff from 'microdiff';
import { PlainTable } from './plain-table.ts';
import { html } from './ui.ts';

/** Text that may be long, in a box that the keyboard can scroll. */
export function Block({ text, label }: { readonly text: string; readonly label: string }) {
  return html`<pre tabindex="0" role="region" aria-label=${label}>${text}</pre>`;
}

/** A body as people read it: JSON with a line a member, text as it is. */
export function Body({ body, label }: { readonly body: unknown; readonly label: string }) {
  if (body === null || body === '') return html`<p class="quiet">No body.</p>`;
  const text = typeof body === 'string' ? body : JSON.stringify(body, undefined, 2);
  return html`<${Block} text=${text} label=${label} />`;
}

const show = (value: unknown) => value !== undefined && JSON.stringify(value);

/** What became of each member that is not as it was. */
export function Changes({ before, after }: { readonly before: object; readonly after: object }) {
  const changes = diff(before, after);
  if (changes.length === 0) return html`<p>It changed nothing.</p>`;
  const rows = changes.map((change) => [
    change.path.join('.'),
    html`<del>${show('oldValue' in change ? change.oldValue : undefined)}</del>`,
    html`<ins>${show('value' in change ? change.value : undefined)}</ins>`,
  ]);
  return html`<${PlainTable} look="changes" caption="What it changed" heads=${['field', 'before', 'after']} rows=${rows} />`;
}
