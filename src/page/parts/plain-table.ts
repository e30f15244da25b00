// A table that is short enough to be shown whole; the first cell of a row names it.
import { html } from './ui.ts';

interface PlainTableProps {
  readonly caption: unknown;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  /** A class of each row. */
  readonly tones?: readonly string[];
  /** A class of the table. */
  readonly look?: string;
}

export function PlainTable({ caption, heads, rows, tones = [], look }: PlainTableProps) {
  return html`<table class=${look}>
    <caption>${caption}</caption>
    <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>
      ${rows.map(
        ([name, ...cells], at) => html`<tr class=${tones[at]}>
          <th scope="row">${name}</th>
          ${cells.map((cell) => html`<td>${cell}</td>`)}
        </tr>`,
      )}
    </tbody>
  </table>`;
}
