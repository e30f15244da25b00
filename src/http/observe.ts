// Tells an observer what went through: the request log of a world and the lines of the program are two of them.
import { mapResponse } from './message.ts';
import type { ApiRequest, ApiResponse, Filter } from './message.ts';

/** A request and its answer as they pass, bodies included. Its headers hold the key: do not log them. */
export interface Observation {
  readonly request: ApiRequest;
  readonly response: ApiResponse;
  /** From the request's arrival to the answer's head. */
  readonly milliseconds: number;
}

type Observer = (observation: Observation) => void;

/** Stands outermost, so that it sees what the client gets. */
export function observe(observer: Observer): Filter {
  return (next) =>
    function observe(request) {
      const start = performance.now();
      const seen = (response: ApiResponse): ApiResponse => {
        observer({ request, response, milliseconds: performance.now() - start });
        return response;
      };
      return mapResponse(next(request), seen);
    };
}
