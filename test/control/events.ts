// A stream of server-sent events, read as a page reads it: with `fetch`, because an EventSource cannot send the token.
import { expect, onTestFinished } from 'vitest';
import { token } from './server.ts';

export interface ReadEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: Readonly<Record<string, unknown>> & readonly Readonly<Record<string, unknown>>[];
}

/** Opens a stream of the control API; it is left when the test is over. */
export async function openEvents(
  server: { readonly url: string; readonly controlToken?: string },
  path: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const leaving = new AbortController();
  const response = await fetch(`${server.url}${path}`, {
    headers: { Authorization: `Bearer ${server.controlToken ?? token}`, ...headers },
    signal: leaving.signal,
  });
  onTestFinished(() => {
    leaving.abort();
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** The next event or comment; undefined at the end. */
  const next = async (): Promise<string | undefined> => {
    while (!text.includes('\n\n')) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += value;
    }
    const end = text.indexOf('\n\n') + 2;
    const piece = text.slice(0, end);
    text = text.slice(end);
    return piece;
  };
  /** The next event of a name; those before it are passed over. */
  const event = async (name: string): Promise<ReadEvent> => {
    for (;;) {
      const piece = await next();
      if (piece === undefined) throw new Error(`the stream ended before an event ${name}`);
      const field = (of: string) => new RegExp(`^${of}: (.*)$`, 'm').exec(piece)?.[1];
      if (field('event') !== name) continue;
      return { event: name, id: field('id'), data: JSON.parse(field('data')!) as ReadEvent['data'] };
    }
  };
  expect(await next()).toBe(':\n\n');
  return {
    response,
    next,
    event,
    leave: () => {
      leaving.abort();
    },
  };
}
