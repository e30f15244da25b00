// X-Request-Id on every answer of the app (A32, `request-id`), so that a client's log and the mock's can be joined.
import { mapResponse, withHeaders } from '../../http/message.ts';
import type { Filter } from '../../http/message.ts';

/** What is echoed; anything else is replaced, as it could not safely stand in a header or a log. */
const plainId = /^[\w.:-]{1,100}$/;

/** Echoes the id that the client sent or makes one up of the request's number. */
export function tagRequests(): Filter {
  return (next) =>
    function tagRequests(request) {
      const sent = request.headers['x-request-id'];
      const number = String(request.context.number).padStart(8, '0');
      const id = sent !== undefined && plainId.test(sent) ? sent : `req_${number}`;
      return mapResponse(next(request), (response) => withHeaders(response, 'X-Request-Id', id));
    };
}
