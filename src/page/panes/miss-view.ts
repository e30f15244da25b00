// Why a replay had no answer: what was asked beside the nearest that was recorded.
import { Block } from '../parts/body-text.ts';
import { PlainTable } from '../parts/plain-table.ts';
import { html } from '../parts/ui.ts';
import { selectedStep } from '../state/choices.ts';
import type { Miss } from '../talk/wire.ts';

const show = (value: unknown) =>
  value === undefined || value === null
    ? 'nothing'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

export function MissView({ miss: { why, near, command } }: { readonly miss: Miss }) {
  return html`<h3>Why there was no recorded answer</h3>
    <p>${why}</p>
    ${near.map(
      ({ interaction, request, differences }) => html`<${PlainTable}
        look="changes"
        caption=${html`Nearest: <${StepLink} id=${interaction} /> ${request}`}
        heads=${['differs in', 'asked', 'recorded']}
        rows=${differences.map(({ part, name, asked, recorded }) => [
          `${part} ${name ?? ''}`,
          html`<del>${show(asked)}</del>`,
          html`<ins>${show(recorded)}</ins>`,
        ])}
      />`,
    )}
    <p>To record it:</p>
    <${Block} text=${command} label="The command that records it" />`;
}

/** Leads to an interaction of the recording. */
export function StepLink({ id }: { readonly id: string }) {
  return html`<a href="#recording" onClick=${() => (selectedStep.value = id)}>${id}</a> `;
}
