// What a server reports while it runs: the command line prints it, the library ignores it.
import type { Watcher } from '../../service/service.ts';
import type { Refusal } from '../../doors/port/server-context.ts';

export interface ServerHooks extends Watcher {
  /** A request was refused by the port, before it came to a world. */
  readonly refused: (refusal: Refusal) => void;
  /** Something happened that is no request and deserves a line in the log. */
  readonly note: (message: string) => void;
}

const nothing = () => undefined;

/** Reports only defects of this program. */
export const quiet: ServerHooks = {
  request: nothing,
  worldDropped: nothing,
  refused: nothing,
  note: nothing,
  failure: (error) => {
    console.error('pricing-mock itself failed:', error);
  },
};
