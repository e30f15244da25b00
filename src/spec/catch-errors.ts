// The one place where a thrown error becomes an answer in the service's form (§7).
import type { Settings } from './settings.ts';
import { ApiError, errorResponse } from './errors.ts';
import type { ApiResponse, Filter } from '../http/message.ts';

/**
 * @param report gets each unexpected error; the client learns only that there was one
 */
export function catchErrors(settings: Settings, report: (error: unknown) => void): Filter {
  return (next) =>
    function catchErrors(request) {
      const answer = (error: unknown): ApiResponse => {
        if (error instanceof ApiError) return errorResponse(error, settings, request.origin);
        report(error);
        const own = new ApiError('server_error', 'The mock itself failed; its log says why.');
        return errorResponse(own, settings, request.origin);
      };
      try {
        const response = next(request);
        return response instanceof Promise ? response.catch(answer) : response;
      } catch (error) {
        return answer(error);
      }
    };
}
