// Fetches the files behind download links without being asked (`--fetch-links`), one after the other and each once.
import { filesPath } from '../../spec/mock-paths.ts';
import type { ApiRequest, Handler } from '../../http/message.ts';

export class DownloadPrefetcher {
  readonly #fetch: Handler;
  /** Noted, but not begun. */
  readonly #noted = new Map<string, string>();
  readonly #begun = new Set<string>();
  #last: Promise<void> = Promise.resolve();

  /** @param fetch answers a request for a file, and records it */
  constructor(fetch: Handler) {
    this.#fetch = fetch;
  }

  /** Remembers a file; it is fetched from `start` on, so that the report is recorded before its files. */
  readonly note = (id: string, origin: string): void => {
    if (!this.#begun.has(id)) this.#noted.set(id, origin);
  };

  start(): void {
    if (this.#noted.size === 0) return;
    for (const [id, origin] of this.#noted) {
      this.#begun.add(id);
      this.#last = this.#last.then(() => this.#read(id, origin));
    }
    this.#noted.clear();
  }

  /** Resolves when nothing is left to fetch. */
  async settled(): Promise<void> {
    for (let last; last !== this.#last;) {
      last = this.#last;
      await last;
    }
  }

  /** A file that does not come is fetched again when it is met again. */
  async #read(id: string, origin: string): Promise<void> {
    try {
      const { status, body } = await this.#fetch(fileRequest(id, origin));
      if (typeof body === 'object' && body !== null && Symbol.asyncIterator in body) {
        const pieces = body[Symbol.asyncIterator]();
        while ((await pieces.next()).done !== true);
      }
      if (status >= 300) this.#begun.delete(id);
    } catch {
      this.#begun.delete(id);
    }
  }
}

function fileRequest(id: string, origin: string): ApiRequest {
  return {
    method: 'GET',
    path: `${filesPath}${id}`,
    query: '',
    headers: { 'accept-encoding': 'identity' },
    rawHeaders: ['Accept-Encoding', 'identity'],
    body: { bytes: () => Promise.resolve(new Uint8Array(0)), stream: nothing },
    origin,
    context: {},
    onAbort: () => undefined,
  };
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // no piece
}
