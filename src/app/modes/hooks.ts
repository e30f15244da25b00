// Whoever wants to know what a server does: the command line prints it, a test says nothing.
import type { Watcher } from '../../service/service.ts';
import type { Refusal } from '../../doors/port/server-context.ts';

export interface ServerHooks extends Watcher {
  /** A request was answered at the edge, before it came to a world. */
  readonly refused: (refusal: Refusal) => void;
  /** Something worth a line that is no request. */
  readonly note: (message: string) => void;
}

const nothing = () => undefined;

/** Says nothing but what nobody expected. */
export const quiet: ServerHooks = {
  request: nothing,
  worldDropped: nothing,
  refused: nothing,
  note: nothing,
  failure: (error) => {
    console.error('pricing-mock itself failed:', error);
  },
};
