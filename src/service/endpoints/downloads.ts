// The links of completed report runs, and the files behind them (A24, A25). They work as at an object store: the URL
// carries a signature and an expiry time instead of an API key, and errors have the form that such a store gives them.
import type { Settings } from '../../spec/settings.ts';
import { ApiError, errorKinds, errorResponse } from '../../spec/errors.ts';
import { downloadsPath } from '../../spec/mock-paths.ts';
import { withHeaders } from '../../http/message.ts';
import type { ApiRequest, ApiResponse, Filter, Handler } from '../../http/message.ts';
import { contentHash } from '../../http/content-hash.ts';
import type { DownloadLink } from '../worlds/serializer.ts';
import { reportFile } from '../worlds/report-files.ts';
import type { Compression } from '../worlds/report-files.ts';
import type { Account } from '../worlds/account.ts';
import type { DatedRun } from '../worlds/store.ts';
import { findWorld } from '../worlds/open-world.ts';
import type { Worlds } from '../worlds/worlds.ts';

/** The links of a run at this moment; none unless it is completed and its files are kept. */
export async function downloadLinks(
  run: DatedRun,
  account: Account,
  origin: string,
): Promise<DownloadLink[]> {
  const sizes = run.kept ? await account.reportSizes(run) : undefined;
  if (sizes === undefined) return [];
  // Rounded up, so that a link does not expire early.
  const expires = Math.ceil(account.clock.now() / 1000) + account.settings['link-ttl'];
  const link = (compression: Compression): DownloadLink => {
    const path = `${downloadsPath}${account.linkName}/${fileName(run, compression)}`;
    const url = `${origin}${path}?expires=${expires}&signature=${sign(path, expires)}`;
    const sizeBytes = compression === null ? sizes.plain : sizes.gzip;
    return { format: 'csv', url, expiresAt: expires * 1000, sizeBytes, compression };
  };
  return [link(null), link('gzip')];
}

/**
 * Answers requests for the files of all worlds. A link carries no key: its path names the world.
 * @param filter runs before the answer is made, when the world is known
 */
export function answerDownloads(
  worlds: Worlds,
  settings: Settings,
  filter: Filter = (next) => next,
): Handler {
  const answer = filter((request) => download(request, settings));
  return function answerDownloads(request) {
    const [linkName = ''] = request.path.slice(downloadsPath.length).split('/', 1);
    const world = worlds.byLink(linkName);
    if (world !== undefined) request.context.world = world;
    return answer(request);
  };
}

async function download(request: ApiRequest, settings: Settings): Promise<ApiResponse> {
  const refuse = (kind: LinkError, message: string, status: number = errorKinds[kind].status) =>
    settings.form.files.errors === 'xml'
      ? xmlError(status, xmlCodes[kind], message)
      : errorResponse(new ApiError(kind, message, { status }), settings, request.origin);

  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const allow = { headers: ['Allow', 'GET, HEAD'] };
    return errorResponse(
      new ApiError('method_not_allowed', 'A download link takes GET and HEAD.', allow),
      settings,
      request.origin,
    );
  }
  const [, file = ''] = request.path.slice(downloadsPath.length).split('/');
  const parameters = new URLSearchParams(request.query);
  const expires = Number(parameters.get('expires'));
  if (parameters.get('signature') !== sign(request.path, expires)) {
    return refuse('link_invalid', 'The signature does not fit the link. Take the link as it is.');
  }
  const account = findWorld(request)?.account;
  // The signature has been checked, so that the name is one that we have encoded.
  const [, runId = '', suffix] = /^(.*)\.csv(\.gz)?$/.exec(file) ?? [];
  const run = account?.store.reportRuns.get(decodeURIComponent(runId));
  const listings = run === undefined ? undefined : account?.reportedListings(run);
  if (account === undefined || run === undefined || listings === undefined) {
    return refuse('resource_missing', 'There is no such file.');
  }
  if (account.clock.now() >= expires * 1000) {
    const message = `Request has expired. A link works for ${settings['link-ttl']} seconds; read the report again.`;
    return refuse('link_expired', message, Number(settings.form.files.expired));
  }
  const { contentType, bytes } = await reportFile(run, listings, suffix === undefined ? null : 'gzip');
  const headers = ['Content-Type', contentType, 'Content-Disposition', `attachment; filename="${file}"`];
  const answer = ranged(request, bytes, headers);
  if (answer !== null) return answer;
  const unsatisfied = refuse('range_not_satisfiable', 'The range names no byte of the file.');
  return withHeaders(unsatisfied, 'Content-Range', `bytes */${bytes.length}`);
}

/** The name of a run's file; a fixture may give a run any id, so it is encoded as a segment of a path. */
function fileName(run: DatedRun, compression: Compression): string {
  return `${encodeURIComponent(run.id)}.csv${compression === null ? '' : '.gz'}`;
}

/** The bytes that `Range` asks for (RFC 9110 §14); null: there are none. Several ranges are answered with the whole. */
function ranged(request: ApiRequest, bytes: Uint8Array, headers: readonly string[]): ApiResponse | null {
  const etag = `"${contentHash(bytes)}"`;
  const common = [...headers, 'Accept-Ranges', 'bytes', 'ETag', etag];
  const whole = { status: 200, headers: common, body: bytes };
  const range = request.method === 'GET' ? request.headers.range : undefined;
  const condition = request.headers['if-range'];
  const wanted = range === undefined ? null : /^bytes=(\d*)-(\d*)$/.exec(range);
  if (wanted === null || wanted[0] === 'bytes=-' || (condition !== undefined && condition !== etag))
    return whole;
  const size = bytes.length;
  const [first, last] = [wanted[1]!, wanted[2]!];
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return whole;
  if (from > to) return null;
  const contentRange = ['Content-Range', `bytes ${from}-${to}/${size}`];
  return { status: 206, headers: [...common, ...contentRange], body: bytes.slice(from, to + 1) };
}

type LinkError = keyof typeof xmlCodes;

/** The codes that an object store gives these errors. */
const xmlCodes = {
  link_invalid: 'SignatureDoesNotMatch',
  link_expired: 'AccessDenied',
  resource_missing: 'NoSuchKey',
  range_not_satisfiable: 'InvalidRange',
} as const;

function xmlError(status: number, code: string, message: string): ApiResponse {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>\n`;
  return { status, headers: ['Content-Type', 'application/xml'], body };
}

/** Finds links that were made or changed by hand. It does not protect against an attacker. */
function sign(path: string, expires: number): string {
  return contentHash(`${path} ${expires}`);
}
