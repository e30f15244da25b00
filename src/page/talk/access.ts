// The token of the control API: it comes in the fragment of the link that the server prints, which no server ever sees, and
// stays in this tab.
import { signal } from '../parts/ui.ts';

const place = 'pricing-mock token';

/** Empty: none is known, or the server has refused it. */
export const token = signal('');

/** Moves the token from the address to the tab's storage, so that neither the history nor a screenshot shows it. */
export function takeToken(): void {
  const [, sent] = /^#token=([^&]+)/.exec(location.hash) ?? [];
  if (sent !== undefined) {
    giveToken(decodeURIComponent(sent));
    history.replaceState(null, '', location.pathname + location.search);
  }
  token.value = sessionStorage.getItem(place) ?? '';
}

export function giveToken(text: string): void {
  sessionStorage.setItem(place, text);
  token.value = text;
}

export function dropToken(): void {
  sessionStorage.removeItem(place);
  token.value = '';
}
