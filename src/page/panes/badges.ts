// What matters of a request, in a word each.
import { html } from '../parts/ui.ts';
import type { Row } from '../talk/wire.ts';

const bad = ['429', 'miss', 'secret-not-compared'];

const meanings: Readonly<Record<string, string>> = {
  429: 'over a limit',
  injected: 'a fault was injected',
  ignored: 'a part of the request was ignored',
  stale: 'recorded before the last write',
  overlay: 'a write that was not recorded is laid over the recorded answer',
  miss: 'not recorded',
  synthesized: 'made up by the mock',
};

export function Badges({ row: { badges } }: { readonly row: Row }) {
  return badges.map(
    (badge) =>
      html`<span class="badge ${bad.includes(badge) ? 'bad' : 'warn'}" title=${meanings[badge]}
        >${badge}</span
      >`,
  );
}
