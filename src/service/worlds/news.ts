// What happens in the worlds of a service, as it happens, for whoever listens. Nobody listens mostly, and then nothing is made
// to be told.
import type { Exchanged } from '../../http/message.ts';
import type { LoggedRequest } from './logged-request.ts';
import type { RecordChange } from './record-changes.ts';

/** `world` is the id of a world; null: of the requests that were let into none. */
export type NewsItem =
  | { readonly type: 'request'; readonly world: string | null; readonly request: LoggedRequest }
  /** A request that was passed on has its place in the recording, or has none. */
  | { readonly type: 'recorded'; readonly exchanged: Exchanged }
  | { readonly type: 'record'; readonly world: string; readonly change: RecordChange }
  /** It was frozen, moved or let go. */
  | { readonly type: 'clock'; readonly world: string }
  /** One was added, removed, or has struck. */
  | { readonly type: 'faults'; readonly world: string }
  /** Its client was taken to another place in the recording that is replayed. */
  | { readonly type: 'replay'; readonly world: string }
  /** The server answers in another mode. */
  | { readonly type: 'mode' }
  | { readonly type: 'world'; readonly world: string; readonly state: 'opened' | 'reset' | 'dropped' };

export class News {
  readonly #listeners = new Set<(item: NewsItem) => void>();

  /** Whether anybody listens. */
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  tell(item: NewsItem): void {
    for (const listener of [...this.#listeners]) listener(item);
  }

  /** @returns what ends that */
  subscribe(listener: (item: NewsItem) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }
}
