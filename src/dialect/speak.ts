// A dialect: the simulator speaks our wire, and around it this filter speaks as a profile says the service does. It
// translates requests, pages lists, and puts records, errors and headers into the service's forms.
import { requestWith } from '../http/message.ts';
import type { ApiRequest, Filter } from '../http/message.ts';
import { isList, routeOf } from './core-fields.ts';
import type { Route } from './core-fields.ts';
import { decodeSegment } from './spoken-exchange.ts';
import type { Exchange, SpeakOptions } from './spoken-exchange.ts';
import { readId } from './forms.ts';
import { translateBody } from './read-request.ts';
import type { Sent } from './read-request.ts';
import { createAnswers } from './spoken-answers.ts';
import type { Wire } from './wire.ts';

export type { SpeakOptions } from './spoken-exchange.ts';

/** Stands outside of what turns errors into answers; paths of the mock's own pass untouched. */
export function speak(wire: Wire, options: SpeakOptions): Filter {
  const listingForm = wire.records.listing?.idForm ?? { form: 'uuid' as const, prefix: '' };
  const answers = createAnswers(wire, options);
  let count = 0;

  /** The id as the simulator has it. What the service would not take for an id must be none to the simulator either. */
  function ourId(route: Route): string {
    const id = decodeSegment(route.id);
    return encodeURIComponent(answers.ourId(id) ?? readId(id, listingForm, true) ?? `malformed ${id}`);
  }

  function ourRequest(request: ApiRequest, route: Route, note: (sent: Sent) => void): ApiRequest {
    if (route.id !== '') request.context.id = ourId(route);
    return requestWith(request, {
      query: isList(route.endpoint) ? '' : request.query,
      body: {
        stream: () => request.body.stream(),
        async bytes(limit) {
          const bytes = await request.body.bytes(limit);
          const translated = translateBody(new TextDecoder().decode(bytes), route.endpoint, wire);
          note(translated);
          return translated.body === translated.text ? bytes : new TextEncoder().encode(translated.body);
        },
      },
    });
  }

  return (next) =>
    function speak(request) {
      if (request.path.startsWith('/__mock/')) return next(request);
      const route = routeOf(request.method, request.path);
      count += 1;
      let sent: Sent | undefined;
      const exchange: Exchange = { request, route, count, sent: () => sent };
      const response = next(
        route === undefined ? request : ourRequest(request, route, (found) => (sent = found)),
      );
      return response instanceof Promise
        ? response.then((answered) => answers.answer(exchange, answered))
        : answers.answer(exchange, response);
    };
}
