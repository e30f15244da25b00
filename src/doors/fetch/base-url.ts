// Where a client believes the service to be, and which URLs therefore belong to the service.
import { parseUrl } from '../../http/parse-url.ts';

interface BaseUrl {
  /** Without a slash at its end; undefined: the service is anywhere. */
  readonly url: string | undefined;
  /** Whether a URL is below the base; without one, whether it is of HTTP. */
  readonly isBelow: (url: string) => boolean;
  /** Whether a URL below the base is the service's to answer, and not the page's. */
  readonly takes: (url: string) => boolean;
  /** The target as the service would see it; a URL object has normalised it before. */
  readonly locate: (url: string) => Target;
}

interface Target {
  /** The base of links in answers. */
  readonly origin: string;
  readonly path: string;
  readonly query: string;
}

/** @throws TypeError for what is no base URL */
export function parseBase(given: string | undefined): BaseUrl {
  if (given === undefined) {
    const isBelow = (url: string) => /^https?:/.test(url);
    return { url: undefined, isBelow, takes: (url) => isBelow(url) && isOwn(split(url).path), locate: split };
  }
  const { origin, path: prefix } = originAndPath(given);
  const below = (url: string): Target | undefined => {
    const target = split(url);
    const { path } = target;
    if (target.origin !== origin || !(path === prefix || path.startsWith(`${prefix}/`))) return undefined;
    return { ...target, origin: origin + prefix, path: path.slice(prefix.length) || '/' };
  };
  return {
    url: origin + prefix,
    isBelow: (url) => below(url) !== undefined,
    takes(url) {
      const target = below(url);
      if (target === undefined) return false;
      // A page and the service may share an origin: the page then loads its own files.
      return prefix !== '' || origin !== pageOrigin() || isOwn(target.path);
    },
    locate: (url) => below(url) ?? split(url),
  };
}

/** Paths that belong to the service at any base: those of any version, and the mock's own pages. */
const isOwn = (path: string) => /^\/(?:v\d+(?:\/|$)|__mock\/)/.test(path);

/** The origin of the page that this runs in; undefined where there is none. */
function pageOrigin(): string | undefined {
  return (globalThis as { readonly location?: { readonly origin?: string } }).location?.origin;
}

/** Each part as it stands in the URL: a path is not decoded. */
function split(url: string): Target {
  const [, origin = '', target = ''] = /^([a-z]+:\/\/[^/?#]*)([^#]*)/i.exec(url) ?? [];
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  return { origin, path: path === '' ? '/' : path, query: mark === -1 ? '' : target.slice(mark + 1) };
}

function originAndPath(given: string): { readonly origin: string; readonly path: string } {
  const url = parseUrl(given);
  const isPlain = url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
  if (!isPlain || url.username !== '') {
    throw new TypeError(`baseUrl: ${JSON.stringify(given)} is no base URL, such as https://api.example.test`);
  }
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') };
}
