// Records what passes between a client and the upstream, as a filter in front of whoever forwards. Nothing is changed
// on the way but links, which lead through the recorder; what a client has received whole is on the disk.
import { headerValue, isStream, requestWith, withHeaders } from '../../http/message.ts';
import type { ApiRequest, ApiResponse, Filter } from '../../http/message.ts';
import { CollectedBody, collecting } from './collected-body.ts';
import { isReport } from './download-links.ts';
import type { DownloadLinks } from './download-links.ts';
import type { HeaderPair, OmittedReason, RecordedBody, Exchange } from '../format.ts';
import { ledThrough } from '../links/led-through.ts';
import { PassingBody, joined, nothingYet, once, readAll, readReady } from '../body/passing-body.ts';
import type { Begun, ByteIterator } from '../body/passing-body.ts';
import { leadsPast, withoutDigests } from '../links/rebase-links.ts';
import type { ServiceLinks } from '../links/rebase-links.ts';
import type { Added, OpenRecording } from './open-recording.ts';
import { headerPairs } from '../recordable-headers.ts';

export interface RecordOptions {
  /** Longer bodies are passed on whole and recorded as omitted. */
  readonly maxBody: number;
  /** Given, the download links in report answers lead through the recorder. */
  readonly downloads?: DownloadLinks;
  /** Given, the links to the service lead through the recorder. */
  readonly links?: ServiceLinks;
  /** Told once of each answer that was passed on, at its end. */
  readonly onOutcome?: (outcome: Outcome) => void;
}

export interface Outcome {
  readonly request: ApiRequest;
  readonly status: number;
  readonly milliseconds: number;
  /** What became of it; or who broke it off, and then it is not stored. */
  readonly result: Added | { readonly brokenBy: 'client' | 'upstream' };
  /** An origin to which the answer leads past the recorder. */
  readonly leadsTo?: string;
}

/** The part of an open recording that `recordTo` uses. */
export type ExchangeStore = Pick<OpenRecording, 'add' | 'failed'>;

/** Beside an answer that is not on the disk. One that is carries no mark of ours. */
const notRecorded = ['X-Mock-Recorded', 'no'] as const;

export function recordTo(recording: ExchangeStore, options: RecordOptions): Filter {
  return (next) =>
    async function record(request) {
      request.context.exchanged = {};
      const passing = new PassingExchange(recording, options, request);
      return passing.pass(await next(passing.sent));
    };
}

/** One request and its answer on their way. */
class PassingExchange {
  /** The request as it is passed on. */
  readonly sent: ApiRequest;
  readonly #recording: ExchangeStore;
  readonly #options: RecordOptions;
  readonly #request: ApiRequest;
  /** The request's body, where it has one. */
  readonly #asked: CollectedBody | undefined;
  readonly #at = new Date().toISOString();
  readonly #began = performance.now();
  #left = false;
  #leadsTo: string | undefined;

  constructor(recording: ExchangeStore, options: RecordOptions, request: ApiRequest) {
    this.#recording = recording;
    this.#options = options;
    this.#request = request;
    if (request.body.isEmpty === true) this.sent = request;
    else {
      this.#asked = new CollectedBody(options.maxBody);
      this.sent = requestWith(request, { body: collecting(request.body, this.#asked) });
    }
    request.onAbort(() => {
      this.#left = true;
    });
  }

  async pass(answer: ApiResponse): Promise<ApiResponse> {
    const { links, maxBody } = this.#options;
    const passed = this.#pass(answer);
    if (links === undefined) return passed;
    return ledThrough(await passed, { links, to: this.#request.origin, limit: maxBody });
  }

  #pass(answer: ApiResponse): Promise<ApiResponse> {
    const { body, headers, status } = answer;
    if (this.#asked?.isKept === true) this.#request.context.body = this.#asked.bytes();
    const { downloads } = this.#options;
    if (
      body !== null &&
      downloads !== undefined &&
      isReport(this.#request.path, status, headerValue(headers, 'content-type'))
    ) {
      return this.#report(answer, (isStream(body) ? body : once(body))[Symbol.asyncIterator](), downloads);
    }
    if (!isStream(body)) return this.#whole(answer, body ?? new Uint8Array(0));
    return this.#begin(answer, body[Symbol.asyncIterator]());
  }

  /** What is here already of a body leaves in one piece with its head. */
  async #begin(answer: ApiResponse, source: ByteIterator): Promise<ApiResponse> {
    const length = headerValue(answer.headers, 'content-length');
    // Without a Content-Length the answer stays chunked, so nothing is read ahead.
    if (length === undefined) return this.#streamed(answer, source, nothingYet);
    const begun = await (length === '0' ? readAll(source, Infinity) : readReady(source));
    return begun.ended ? this.#whole(answer, joined(begun)) : this.#streamed(answer, source, begun);
  }

  /** An answer whose body is here, or that has none: its head leaves when it is stored. */
  async #whole(answer: ApiResponse, bytes: string | Uint8Array, stored?: RecordedBody): Promise<ApiResponse> {
    const collected = new CollectedBody(this.#options.maxBody);
    if (bytes.length > 0) collected.add(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
    const response = answer.body === null || answer.body === bytes ? answer : { ...answer, body: bytes };
    const exchange = this.#exchange(answer, (headers) => stored ?? collected.recorded(headers));
    if (exchange === undefined) return response;
    const added = await this.#recording.add(exchange);
    this.#tell(answer, added);
    return added.recorded ? response : withHeaders(response, ...notRecorded);
  }

  /** @param omitted why the body is not stored, if it is not */
  #streamed(answer: ApiResponse, source: ByteIterator, begun: Begun, omitted?: OmittedReason): ApiResponse {
    const collected = new CollectedBody(this.#options.maxBody);
    const length = headerValue(answer.headers, 'content-length');
    const body = new PassingBody(source, begun, {
      length: length === undefined ? undefined : Number(length),
      onPiece: (piece) => {
        collected.add(piece);
      },
      onEnd: async () => {
        const exchange = this.#exchange(answer, (headers) =>
          omitted === undefined ? collected.recorded(headers) : collected.omitted(omitted),
        );
        if (exchange !== undefined) this.#tell(answer, await this.#recording.add(exchange));
      },
      onBreak: (by) => {
        this.#tell(answer, { brokenBy: this.#left ? 'client' : by });
      },
    });
    const response = { ...answer, body };
    return this.#recording.failed === undefined ? response : withHeaders(response, ...notRecorded);
  }

  /** An answer in which download links may stand: it is read whole before any of it is passed on. */
  async #report(answer: ApiResponse, source: ByteIterator, downloads: DownloadLinks): Promise<ApiResponse> {
    const begun = await readAll(source, this.#options.maxBody);
    // Links that cannot be seen may be signed: such a body is not stored.
    if (!begun.ended) return this.#streamed(answer, source, begun, 'too-long');
    const rewritten = downloads.rewrite(joined(begun), headerPairs(answer.headers), this.#request.origin);
    const hasLength = headerValue(answer.headers, 'content-length') !== undefined;
    if (rewritten === undefined && hasLength) return this.#whole(answer, joined(begun));
    if (rewritten === undefined || rewritten === 'opaque') {
      return this.#streamed(answer, source, begun, rewritten === 'opaque' ? 'undecoded' : undefined);
    }
    const headers = withoutDigests(headerPairs(answer.headers)).flat();
    const whole = await this.#whole({ ...answer, headers }, rewritten.served, rewritten.stored);
    // Chunked as it came, where no length was announced.
    return hasLength ? whole : { ...whole, body: once(rewritten.served) };
  }

  /**
   * What is to be stored; undefined when the client has left, who then has broken the answer off.
   * @param body makes the recorded form of the answer's body, by its headers
   */
  #exchange(
    answer: ApiResponse,
    body: (headers: readonly HeaderPair[]) => RecordedBody,
  ): Exchange | undefined {
    if (this.#left) {
      this.#tell(answer, { brokenBy: 'client' });
      return undefined;
    }
    const { method, path, query, rawHeaders } = this.#request;
    const headers = headerPairs(rawHeaders);
    const answerHeaders = headerPairs(answer.headers);
    const { links } = this.#options;
    const response = {
      status: answer.status,
      reason: answer.reason ?? '',
      headers: answerHeaders,
      body: body(answerHeaders),
    };
    if (links !== undefined) this.#leadsTo = leadsPast(response, links, this.#request.origin);
    return {
      at: this.#at,
      milliseconds: this.#milliseconds,
      request: { method, path, query, headers, body: this.#asked?.recorded(headers) ?? null },
      response,
    };
  }

  #tell({ status }: ApiResponse, result: Outcome['result']): void {
    const { onOutcome } = this.#options;
    const leadsTo = this.#leadsTo;
    onOutcome?.({
      request: this.#request,
      status,
      milliseconds: this.#milliseconds,
      result,
      ...(leadsTo !== undefined && { leadsTo }),
    });
  }

  get #milliseconds(): number {
    return Math.round(performance.now() - this.#began);
  }
}
