// Download links in report answers (§2, Report run). They lead to other hosts, expire and carry signatures, so the
// recorder lets them lead through itself, the recording keeps them without host and signature, and replay points
// them at its own files. Pure and browser-safe.
import { rewriteLeaves } from '../../http/json-leaves.ts';
import { parseUrl } from '../../http/parse-url.ts';
import { filesPath, storedOrigin } from '../../spec/mock-paths.ts';

/** A name that says "this is to be fetched", on the value itself or on anything around it: `url`, `file_links`. */
const linkName =
  /(^|[_-])(url|uri|href|links?|downloads?|files?|locations?)\d*$|[a-z](Ur[li]|UR[LI]|Href|Links?|Downloads?|Files?|Locations?)\d*$/;
/** Links into the API or its documentation are no downloads, nor is anything inside them. */
const otherName = /^(doc_?url|(self|next|prev|previous|first|last)(_?page)?(_?(url|uri|href|link))?)$/i;

/** Parameters that a signed link renews each time it is given out: S3, CloudFront, GCS, Azure and home-made ones. */
const volatileParameter =
  /^(x-(amz|goog)-.*|(x-)?(sig|signature|token|expires?|expiry)|.*(signature|token|secret|password|api[-_]?key)|awsaccesskeyid|googleaccessid|key-pair-id|policy|se|st|sp|spr|sv|sr|sip|skoid|sktid|skt|ske|sks|skv|response-.*)$/i;

/**
 * A JSON text with its download links rewritten; spacing and numbers stay as they are. A text that is no JSON has no links.
 * @param rewrite undefined leaves a link as it is
 */
export function rewriteLinksInText(json: string, rewrite: (url: string) => string | undefined): string {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return json;
  }
  const changed = new Map(Array.from(linksIn(value), (url) => [url, rewrite(url)]));
  if (changed.size === 0) return json;
  return rewriteLeaves(json, (leaf) => {
    if (!leaf.startsWith('"http')) return leaf;
    const target = changed.get(JSON.parse(leaf) as string);
    return target === undefined ? leaf : JSON.stringify(target);
  });
}

/**
 * The stable id of what a link leads to: the same for each renewal of its signature.
 * @param upstream the recorded origin; links to it get the same id wherever it is served
 */
export function fileId(url: string, upstream?: string): string {
  const { origin, pathname, searchParams } = new URL(url);
  const stable = [...searchParams].filter(([name]) => !volatileParameter.test(name));
  const identity = JSON.stringify([origin === upstream ? '' : origin, pathname, stable]);
  const extension = /\.[a-z0-9]{1,5}(\.gz)?$/i.exec(pathname)?.[0] ?? '';
  return `${hash(identity)}${extension.toLowerCase()}`;
}

/** The link as a recording keeps it. */
export function storedLink(id: string): string {
  return `${storedOrigin}${filesPath}${id}`;
}

/** The link as a recorder or a replayer gives it out. */
export function servedLink(id: string, origin: string): string {
  return `${origin}${filesPath}${id}`;
}

/** A text with the stored links in it pointed at an origin, also where JSON escapes the slashes. */
export function serveStoredLinks(text: string, origin: string): string {
  if (!hasStoredLinks(text)) return text;
  return text.replaceAll(storedOrigin, origin).replaceAll(escapedOrigin, origin.replaceAll('/', '\\/'));
}

/** As JSON may write it. */
const escapedOrigin = storedOrigin.replaceAll('/', '\\/');

function hasStoredLinks(text: string): boolean {
  return text.includes(`${storedOrigin}/`) || text.includes(`${escapedOrigin}\\/`);
}

/**
 * The download links in a JSON value, in document order.
 * @param name what the names around the value say of it
 */
function* linksIn(value: unknown, name: 'unnamed' | 'link' | 'other' = 'unnamed'): Generator<string> {
  if (typeof value === 'string') {
    if (isLink(value, name)) yield value;
  } else if (Array.isArray(value)) {
    for (const item of value) yield* linksIn(item, name);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const isOther = name === 'other' || otherName.test(key);
      yield* linksIn(item, isOther ? 'other' : linkName.test(key) ? 'link' : name);
    }
  }
}

/** A signed URL is a download link whatever it is called. */
function isLink(text: string, name: 'unnamed' | 'link' | 'other'): boolean {
  const url = name !== 'other' && /^https?:\/\//i.test(text) ? parseUrl(text) : undefined;
  if (url === undefined) return false;
  return name === 'link' || [...url.searchParams.keys()].some((key) => volatileParameter.test(key));
}

/** FNV-1a over UTF-16 units, 64 bits: an identity, no secret, and the same in every runtime. */
function hash(text: string): string {
  let state = 0xcbf29ce484222325n;
  for (let at = 0; at < text.length; at += 1) {
    state = BigInt.asUintN(64, (state ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n);
  }
  return state.toString(16).padStart(16, '0');
}
