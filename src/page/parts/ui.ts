// The only file that knows preact, signals and htm. Text that goes through `html` becomes text nodes and attributes, never
// markup: nothing that a service or a client sent can add an element.
import { h, render } from 'preact';
import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';
import htm from 'htm/mini';

export { render };
export { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
export { batch, computed, effect, signal, useSignal } from '@preact/signals';
export type { ReadonlySignal, Signal } from '@preact/signals';

/** What hands a field's text to a signal. */
export const into =
  (signal: Signal<string>) =>
  ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
    signal.value = currentTarget.value;
  };

/** Markup as a tagged template: html`<p>${text}</p>`. */
export const html = htm.bind(h) as (strings: TemplateStringsArray, ...values: unknown[]) => VNode;
