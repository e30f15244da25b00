// Prints a recording as a HAR (HTTP Archive 1.2), the form in which browsers and HTTP tools exchange traffic. What HAR
// cannot say (wire bytes, how a body stands in the recording) goes into fields whose names begin with `_`, which HAR
// leaves to programs, so that `har-in.ts` gives back the same recording.
import type { OnStep } from '../../http/on-step.ts';
import type { Content, Entry, Har, Header } from 'har-format';
import type { HeaderPair, Interaction, OmittedReason, RecordedBody, Recording } from '../format.ts';
import { headerIn } from '../recordable-headers.ts';
import { remedyOf, whyOmitted } from '../body/omitted.ts';

/** How a body stands in the recording, beside the text that HAR readers show. */
interface BodyForm {
  readonly _form: 'none' | 'json' | 'text' | 'base64' | 'omitted';
  readonly _wire?: string;
  readonly _hash?: string;
  /** Of an omitted body: tells a reader of the HAR why there is no text. */
  readonly comment?: string;
  readonly _reason?: OmittedReason;
  readonly _bytes?: number;
}

/** The types know fields with `_` in entries alone. */
interface HarWithRecording extends Har {
  readonly log: Har['log'] & { readonly _recording: object };
}

/** @param version of this program, for `creator` */
export function toHar(recording: Recording, version: string, onStep?: OnStep): object {
  const { interactions, ...head } = recording;
  return {
    log: {
      version: '1.2',
      creator: { name: 'pricing-mock', version },
      ...(recording.note !== undefined && { comment: recording.note }),
      _recording: head,
      entries: interactions.map((interaction, at) => {
        onStep?.('Writing entry', at + 1, interactions.length);
        return toEntry(interaction, recording.upstream);
      }),
    },
  } satisfies HarWithRecording;
}

function toEntry({ id, at, milliseconds, request, response }: Interaction, upstream: string): Entry {
  const { text, ...form } = toBody(request.body);
  const mimeType = contentType(request.headers);
  const query = request.query === '' ? '' : `?${request.query}`;
  return {
    _id: id,
    startedDateTime: at,
    time: milliseconds,
    request: {
      method: request.method,
      url: `${upstream}${request.path}${query}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toPairs(request.headers),
      queryString: toPairs([...new URLSearchParams(request.query)]),
      ...(request.keyless === true && { _keyless: true }),
      ...(request.body !== null && { postData: { mimeType, text: text ?? '', ...form } }),
      headersSize: -1,
      bodySize: sizeOf(request.body),
    },
    response: {
      status: response.status,
      statusText: response.reason,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toPairs(response.headers),
      content: {
        size: readableSize(response.body),
        mimeType: contentType(response.headers),
        ...toBody(response.body),
      },
      redirectURL: headerIn(response.headers, 'location') ?? '',
      headersSize: -1,
      bodySize: sizeOf(response.body),
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
  };
}

function toBody(body: RecordedBody): BodyForm & Pick<Content, 'text' | 'encoding'> {
  if (body === null) return { _form: 'none' };
  if ('omitted' in body) {
    const { bytes, reason, hash } = body.omitted;
    const comment =
      `The body is not in the recording: ${whyOmitted({ reason })}. ${remedyOf({ reason })}`.trim();
    const known = { _bytes: bytes, _reason: reason, ...(hash !== undefined && { _hash: hash }) };
    return { comment, _form: 'omitted', ...known };
  }
  const truth = {
    ...(body.wire !== undefined && { _wire: body.wire }),
    ...(body.hash !== undefined && { _hash: body.hash }),
  };
  if ('json' in body) return { text: JSON.stringify(body.json), _form: 'json', ...truth };
  if ('text' in body) return { text: body.text, _form: 'text', ...truth };
  return { text: body.base64, encoding: 'base64', _form: 'base64', ...truth };
}

function toPairs(pairs: readonly HeaderPair[]): Header[] {
  return pairs.map(([name, value]) => ({ name, value }));
}

const contentType = (headers: readonly HeaderPair[]) => headerIn(headers, 'content-type') ?? '';

/** The bytes of a body as sent. */
export function sizeOf(body: RecordedBody): number {
  if (body === null || 'omitted' in body || body.wire === undefined) return readableSize(body);
  return Buffer.from(body.wire, 'base64').length;
}

function readableSize(body: RecordedBody): number {
  if (body === null) return 0;
  if ('omitted' in body) return body.omitted.bytes;
  if ('base64' in body) return Buffer.from(body.base64, 'base64').length;
  return Buffer.byteLength('json' in body ? JSON.stringify(body.json) : body.text);
}
