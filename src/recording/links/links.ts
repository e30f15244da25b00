// Download links in report answers (§2, Report run). They lead to other hosts, expire and carry signatures, so the
// recorder lets them lead through itself, the recording keeps them without host and signature, and replay points
// them at its own files. Pure and browser-safe.
import { parseUrl } from '../../http/parse-url.ts';
import { filesPath } from '../../spec/mock-paths.ts';

/** The origin of a stored link: reserved (RFC 2606), so it leads nowhere if it ever escapes. */
export const storedOrigin = 'http://recording.invalid';

export interface Link {
  /** Where it stands, such as `data[0].downloadLinks[1].url`. */
  readonly path: string;
  readonly url: string;
}

/** A name that says "this is to be fetched", on the value itself or on anything around it: `url`, `file_links`. */
const linkName =
  /(^|[_-])(url|uri|href|links?|downloads?|files?|locations?)\d*$|[a-z](Ur[li]|UR[LI]|Href|Links?|Downloads?|Files?|Locations?)\d*$/;
/** Links into the API or its documentation are no downloads, nor is anything inside them. */
const otherName = /^(doc_?url|(self|next|prev|previous|first|last)(_?page)?(_?(url|uri|href|link))?)$/i;

/** Parameters that a signed link renews each time it is given out: S3, CloudFront, GCS, Azure and home-made ones. */
const volatileParameter =
  /^(x-(amz|goog)-.*|(x-)?(sig|signature|token|expires?|expiry)|.*(signature|token|secret|password|api[-_]?key)|awsaccesskeyid|googleaccessid|key-pair-id|policy|se|st|sp|spr|sv|sr|sip|skoid|sktid|skt|ske|sks|skv|response-.*)$/i;

/** The download links in a JSON value, in document order. */
export function findLinks(value: unknown): Link[] {
  const links: Link[] = [];
  walk(value, '', 'unnamed', (url, path) => {
    links.push({ path, url });
    return undefined;
  });
  return links;
}

/**
 * The value with its download links rewritten; the value itself when none was.
 * @param rewrite undefined leaves a link alone
 */
export function rewriteLinks(value: unknown, rewrite: (url: string) => string | undefined): unknown {
  return walk(value, '', 'unnamed', rewrite);
}

/** The same for a JSON text, whose spacing and numbers stay as they are. A text that is no JSON has no links. */
export function rewriteLinksInText(json: string, rewrite: (url: string) => string | undefined): string {
  let links: Link[];
  try {
    links = findLinks(JSON.parse(json));
  } catch {
    return json;
  }
  const changed = new Map(links.map(({ url }) => [url, rewrite(url)]));
  if (changed.size === 0) return json;
  return json.replace(/"(?:[^"\\]|\\.)*"/g, (token) => {
    if (!token.startsWith('"http')) return token;
    const target = changed.get(JSON.parse(token) as string);
    return target === undefined ? token : JSON.stringify(target);
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
  return text
    .replaceAll(storedOrigin, origin)
    .replaceAll(storedOrigin.replaceAll('/', '\\/'), origin.replaceAll('/', '\\/'));
}

function hasStoredLinks(text: string): boolean {
  return text.includes('//recording.invalid/') || text.includes('\\/\\/recording.invalid\\/');
}

function walk(
  value: unknown,
  path: string,
  name: 'unnamed' | 'link' | 'other',
  rewrite: (url: string, path: string) => string | undefined,
): unknown {
  if (typeof value === 'string') return isLink(value, name) ? (rewrite(value, path) ?? value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item, at) => walk(item, `${path}[${at}]`, name, rewrite));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  const entries = Object.entries(value as Record<string, unknown>);
  const changed = entries.map(([key, item]) => {
    const inner = name === 'other' || otherName.test(key) ? 'other' : linkName.test(key) ? 'link' : name;
    return [key, walk(item, path === '' ? key : `${path}.${key}`, inner, rewrite)] as const;
  });
  return changed.some(([, item], at) => item !== entries[at]![1]) ? Object.fromEntries(changed) : value;
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
