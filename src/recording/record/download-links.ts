// Where download links lead while recording (§2, Report run). In what the client gets they lead through the recorder, so that the
// file is recorded too; in the recording they stand without host and signature; the real ones stay in memory alone.
import { subjectOf } from '../../spec/router.ts';
import { filesPath } from '../../spec/mock-paths.ts';
import { nodeBodies } from '../body/node-bodies.ts';
import { contentCodings } from '../body/coding-names.ts';
import type { HeaderPair, RecordedBody } from '../format.ts';
import { fileId, rewriteLinksInText, servedLink, storedLink } from '../links/links.ts';

interface DownloadLinksOptions {
  /** The recorded origin. */
  readonly upstream: string;
  /** Told of each real link, whose signature must never be stored, wherever else it turns up. */
  readonly learn: (url: string) => void;
  /** Told of each file that an answer leads to, with the origin under which the client reaches us. */
  readonly onFile?: (id: string, origin: string) => void;
}

/** A report's answer in its two forms. */
interface Rewritten {
  /** For the client, under the encoding that it came with. */
  readonly served: Uint8Array;
  /** Without the wire's bytes, which hold the signatures. */
  readonly stored: RecordedBody;
}

/** So many links are known at a time; each report that is asked for gives out its own anew. */
const mostLinks = 10_000;

export class DownloadLinks {
  readonly #options: DownloadLinksOptions;
  readonly #urls = new Map<string, string>();

  constructor(options: DownloadLinksOptions) {
    this.#options = options;
  }

  /** Where a file really is; undefined for one whose link has not been given out. */
  find(path: string): URL | undefined {
    const url = path.startsWith(filesPath) ? this.#urls.get(path.slice(filesPath.length)) : undefined;
    return url === undefined ? undefined : new URL(url);
  }

  /**
   * @param origin under which the client reaches us
   * @returns undefined when there is no link in it, `opaque` when nobody can tell
   */
  rewrite(
    wire: Uint8Array,
    headers: readonly HeaderPair[],
    origin: string,
  ): Rewritten | 'opaque' | undefined {
    const codings = contentCodings(headers);
    const bytes = codings.length === 0 ? wire : nodeBodies.decode(wire, codings);
    if (bytes === undefined) return 'opaque';
    const text = Buffer.from(bytes).toString();
    const found = new Map<string, string>();
    const stored = rewriteLinksInText(text, (url) => {
      const id = found.get(url) ?? fileId(url, this.#options.upstream);
      found.set(url, id);
      return storedLink(id);
    });
    if (found.size === 0) return undefined;
    for (const [url, id] of found) this.#remember(id, url, origin);
    const served = Buffer.from(rewriteLinksInText(text, (url) => servedLink(found.get(url)!, origin)));
    const readable = Buffer.from(stored);
    return {
      served: nodeBodies.encode(served, codings) ?? served,
      stored: {
        ...nodeBodies.readableBody(readable),
        ...(codings.length > 0 && { hash: nodeBodies.digest(readable) }),
      },
    };
  }

  #remember(id: string, url: string, origin: string): void {
    this.#options.learn(url);
    this.#urls.delete(id);
    this.#urls.set(id, url);
    const oldest = this.#urls.keys().next().value;
    if (oldest !== undefined && this.#urls.size > mostLinks) this.#urls.delete(oldest);
    this.#options.onFile?.(id, origin);
  }
}

/** Whether an answer is one in which download links stand: the report runs, or one of them. */
export function isReport(path: string, status: number, contentType: string | undefined): boolean {
  return (
    status >= 200 &&
    status < 300 &&
    status !== 206 &&
    /\bjson\b/i.test(contentType ?? '') &&
    subjectOf(path) === 'reportRun'
  );
}
