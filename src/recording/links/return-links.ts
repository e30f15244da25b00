// A client may send back a link that an answer gave it: in a query, in JSON or in a `Destination` header. The filter turns
// it into the link that the service gave, for the service and for the search in a recording. Browser-safe.
import { headerValue, requestWith, mapMaybe } from '../../http/message.ts';
import type { ApiRequest, Filter, RequestBody } from '../../http/message.ts';
import { bytesOf, binaryOf } from '../../http/binary-text.ts';
import { heldBody } from '../body/live-body.ts';
import { linksTo } from './rebase-links.ts';
import type { ServiceLinks } from './rebase-links.ts';
import { RebasedBody } from './rebased-body.ts';

/** Bodies with a known length above this one pass unchanged. */
const mostBytes = 1024 * 1024;

/** @param baseOf the service whose links they are, such as `https://api.example.com` */
export function returnLinks(baseOf: () => string): Filter {
  return (next) =>
    function returnLinks(request) {
      const own = linksTo(request.origin);
      const to = linksTo(baseOf()).base;
      const returned = withHead(request, own, to);
      if (!isJson(request)) return next(returned);
      const length = Number(request.headers['content-length'] ?? NaN);
      if (Number.isNaN(length)) {
        return next(requestWith(returned, { body: rebasedBody(request.body, own, to) }));
      }
      if (length === 0 || length > mostBytes) return next(returned);
      return mapMaybe(request.body.bytes(mostBytes), (bytes) => next(withBody(returned, bytes, own, to)));
    };
}

function isJson({ headers, body }: ApiRequest): boolean {
  return (
    body.isEmpty !== true &&
    headers['content-encoding'] === undefined &&
    /\bjson\b/i.test(headers['content-type'] ?? '')
  );
}

function withHead(request: ApiRequest, own: ServiceLinks, to: string): ApiRequest {
  const query = own.rebaseQuery(request.query, to);
  const destination = headerValue(request.rawHeaders, 'destination'); // RFC 4918 §10.3
  if (query === request.query && destination === undefined) return request;
  return requestWith(request, {
    query,
    ...withHeader(request, 'destination', (value) => own.rebase(value, to)),
  });
}

function withBody(request: ApiRequest, bytes: Uint8Array, own: ServiceLinks, to: string): ApiRequest {
  const rebased = rebasedBytes(bytes, own, to);
  const body = { ...heldBody(rebased), isEmpty: false };
  const length = String(rebased.length);
  return requestWith(request, { body, ...withHeader(request, 'content-length', () => length) });
}

/** The same bytes where no link of ours is among them. */
function rebasedBytes(bytes: Uint8Array, own: ServiceLinks, to: string): Uint8Array {
  const text = binaryOf(bytes);
  const rebased = own.rebase(text, to);
  return rebased === text ? bytes : bytesOf(rebased);
}

/** A body of which only its end tells the length. */
function rebasedBody(body: RequestBody, own: ServiceLinks, to: string): RequestBody {
  return {
    ...(body.isEmpty !== undefined && { isEmpty: body.isEmpty }),
    bytes: (limit) => mapMaybe(body.bytes(limit), (bytes) => rebasedBytes(bytes, own, to)),
    stream: () => new RebasedBody(body.stream()[Symbol.asyncIterator](), own, to),
  };
}

/** The headers of a request, in both their forms, with the value of one changed. */
function withHeader(
  { headers, rawHeaders }: ApiRequest,
  name: string,
  change: (value: string) => string,
): Pick<ApiRequest, 'headers' | 'rawHeaders'> {
  const value = headers[name];
  return {
    headers: value === undefined ? headers : { ...headers, [name]: change(value) },
    rawHeaders: rawHeaders.map((text, at) =>
      at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === name ? change(text) : text,
    ),
  };
}
