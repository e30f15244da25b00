// Prices within their bounds: where the current one stands now, and how all three went.
import { html } from './ui.ts';
import { plural } from './time-text.ts';

export interface Prices {
  readonly minPrice: number | null;
  readonly currentPrice: number | null;
  readonly maxPrice: number | null;
}

export function BoundsBar({ minPrice: min, currentPrice: now, maxPrice: max }: Prices) {
  const text = `${now ?? 'no price'} between ${min ?? 'no lower bound'} and ${max ?? 'no upper bound'}`;
  if (min === null || max === null || now === null) return html`<span class="quiet">${text}</span>`;
  const share = max > min ? Math.min(1, Math.max(0, (now - min) / (max - min))) : 0.5;
  return html`<span class="bounds" role="img" aria-label=${text} title=${text}>
    <i style=${{ left: `${share * 100}%` }} class=${now < min || now > max ? 'bad' : ''}></i>
  </span>`;
}

const lines = [
  ['maxPrice', 'line edge'],
  ['currentPrice', 'line'],
  ['minPrice', 'line edge'],
] as const;

/** Each step as wide as any other: what counts is the order of the writes. */
export function PriceHistory({ steps }: { readonly steps: readonly Prices[] }) {
  const all = steps.flatMap((step) => lines.map(([name]) => step[name])).filter((price) => price !== null);
  if (all.length === 0) return null;
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const top = (price: number) => 6 + 78 * (high === low ? 0.5 : (high - price) / (high - low));
  const width = 300 / steps.length;
  const [first, last] = [steps[0]!, steps.at(-1)!];
  const words = lines
    .map(
      ([name]) =>
        `${name} ${first[name] ?? 'none'}${first[name] === last[name] ? '' : ` to ${last[name] ?? 'none'}`}`,
    )
    .join(', ');
  return html`<figure>
    <svg class="history" viewBox="0 0 300 90" preserveAspectRatio="none" role="img" aria-label=${words}>
      ${lines.map(
        ([name, look]) =>
          html`<path
            class=${look}
            d=${steps
              .map((step, at) =>
                step[name] === null
                  ? ''
                  : `${at === 0 ? 'M' : 'L'}${at * width} ${top(step[name])}H${(at + 1) * width}`,
              )
              .join('')}
          />`,
      )}
    </svg>
    <figcaption class="quiet">${plural(steps.length - 1, 'change')}: ${words}.</figcaption>
  </figure>`;
}
