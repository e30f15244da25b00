// Coverage among the client checks: which answers the clients have met, by endpoint, status and kind of error, and which of
// those that the specification defines they have not.
import type { Observation } from '../../http/observe.ts';
import type { DefinedAnswer } from '../../spec/endpoint-answers.ts';
import { endpoints } from '../../spec/endpoints.ts';

/** An answer of an endpoint, and how often clients got it. */
interface MetAnswer {
  /** Such as `updatePrice`. */
  readonly endpoint: string;
  readonly status: number;
  /** As finely as the mock tells errors apart; null for a success, and where kinds are not told apart. */
  readonly error: string | null;
  readonly count: number;
}

/** So many different answers are told apart; those that come later are left out. */
const mostAnswers = 1000;

/** Counts the answers that the clients of a server have met, whatever becomes of their worlds. */
export class MetAnswers {
  readonly #met = new Map<string, MetAnswer>();
  readonly #kinds: boolean;

  /** @param kinds whether kinds of errors are told apart */
  constructor(kinds: boolean) {
    this.#kinds = kinds;
  }

  /** HEAD, and what a fault kept from the client or broke, is left out: the client has not read that answer. */
  take({ request, response }: Observation): void {
    const { endpoint } = request.context;
    const { status, injected } = response;
    const error = (this.#kinds ? response.errorKind : undefined) ?? null;
    if (endpoint === undefined || request.method === 'HEAD') return;
    if (injected !== undefined && injected !== 'slow-body') return;
    const key = keyOf({ endpoint, status, error });
    const known = this.#met.get(key);
    if (known === undefined && this.#met.size >= mostAnswers) return;
    this.#met.set(key, { endpoint, status, error, count: (known?.count ?? 0) + 1 });
  }

  list(): readonly MetAnswer[] {
    return [...this.#met.values()];
  }
}

const keyOf = ({ endpoint, status, error }: Omit<MetAnswer, 'count'>) =>
  `${endpoint} ${status} ${error ?? ''}`;

interface CoveredAnswer extends MetAnswer {
  readonly method: string;
  readonly path: string;
  /** Whether the specification defines it, so that it counts. */
  readonly defined: boolean;
}

/** Plain data, the same in JSON. */
export interface Coverage {
  /** How many of the answers that the specification defines were met, and how many there are. */
  readonly met: number;
  readonly of: number;
  /** In percent, to one decimal, rounded down: 100 is all of them. */
  readonly percent: number;
  /** By endpoint and status: those that the specification defines, met or not, and others that were met. */
  readonly answers: readonly CoveredAnswer[];
}

/** @param defined what the specification lets the endpoints answer under these settings */
export function coverageOf(met: readonly MetAnswer[], defined: readonly DefinedAnswer[]): Coverage {
  const left = new Map(met.map((answer) => [keyOf(answer), answer]));
  const answers = endpoints.flatMap(({ name, method, path }) => {
    const place = { method, path: `/v1${path}` };
    const own = defined.filter(({ endpoint }) => endpoint === name);
    const known = own.map((answer) => {
      const count = left.get(keyOf(answer))?.count ?? 0;
      left.delete(keyOf(answer));
      return { ...answer, ...place, count, defined: true };
    });
    const others = [...left.values()].filter(({ endpoint }) => endpoint === name);
    return [...known, ...others.map((answer) => ({ ...answer, ...place, defined: false }))].sort(
      (a, b) => a.status - b.status,
    );
  });
  const count = answers.filter((answer) => answer.defined && answer.count > 0).length;
  const percent = defined.length === 0 ? 100 : Math.floor((1000 * count) / defined.length) / 10;
  return { met: count, of: defined.length, percent, answers };
}
