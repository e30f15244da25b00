// Answers to one request that differ by what the client prefers: `Vary` names the headers that decided (RFC 9111 §4.1).
// Browser-safe.
//
// Compared are the headers by which a service chooses among forms of an answer and which a recording stores. Not
// `Accept-Encoding`, as a replay encodes by itself; not what no recording holds (`Cookie`, `Origin`, `User-Agent`), nor
// `*`, which names nothing that could be compared: they are passed over.
import { preferenceHeaders, preferenceOf as preferenceIn, rangesIn } from '../../http/preferences.ts';
import type { HeaderPair, Interaction, RecordedResponse } from '../format.ts';
import { headerIn, headerValues } from '../recordable-headers.ts';

/** The headers by which an answer was chosen, of those that are compared. */
export function selectingHeaders({ headers }: RecordedResponse): string[] {
  const named = headerValues(headers, 'vary').flatMap((value) => value.toLowerCase().split(','));
  return named.map((name) => name.trim()).filter((name) => preferenceHeaders.includes(name));
}

/**
 * What a request prefers, as the end of a key: alike for two that say the same.
 * @param names of the headers that decide
 */
export function variantOf(names: Iterable<string>, headers: readonly HeaderPair[]): string {
  return Array.from(names, (name) => `\n${name}: ${preferenceOf(name, headers)}`).join('');
}

/** No recorded answer is in a form that the client accepts; names the header that excludes them. */
export interface Unacceptable {
  readonly missing: 'variant';
  /** In lower case. */
  readonly header: string;
  /** Its values in the recorded requests; none said nothing. */
  readonly recorded: readonly string[];
}

/** The answers to one request that were recorded for one preference. */
export interface Variant {
  /** Of the request and the preference. */
  readonly key: string;
  /** The first one of each form, see `formOf`. */
  readonly interactions: readonly Interaction[];
}

/** In which form an answer is: all that decides whether a client likes it. */
export function formOf({ response: { status, headers } }: Interaction): string {
  const of = (name: string): string => headerValues(headers, name).join();
  return `${isGood(status)} ${of('content-type')} ${of('content-language')}`;
}

/**
 * The variant that a client would rather have, though it was recorded for another preference; the first one recorded
 * of those that it likes equally.
 */
export function acceptable(
  variants: readonly Variant[],
  names: readonly string[],
  headers: readonly HeaderPair[],
): Variant | Unacceptable {
  const liking = (name: string, variant: Variant): number =>
    Math.max(...told(variant).map((interaction) => quality(name, preferenceOf(name, headers), interaction)));
  let best: Variant | undefined;
  let bestQuality = 0;
  for (const variant of variants) {
    const all = names.reduce((product, name) => product * liking(name, variant), 1);
    if (all > bestQuality) [best, bestQuality] = [variant, all];
  }
  if (best !== undefined) return best;
  const header = names.find((name) => variants.every((variant) => liking(name, variant) === 0)) ?? names[0]!;
  const recorded = variants.map(({ interactions }) => asSent(interactions[0]!.request.headers, header));
  return { missing: 'variant', header, recorded: [...new Set(recorded)] };
}

/** Those that say in which form the service answers: an error may come in any. */
function told({ interactions }: Variant): readonly Interaction[] {
  const good = interactions.filter(({ response }) => isGood(response.status));
  return good.length > 0 ? good : interactions;
}

const isGood = (status: number): boolean => status >= 200 && status < 300;

/** From 0, not acceptable, to 1 (RFC 9110 §12.4.2). */
function quality(name: string, preferred: string, { request, response }: Interaction): number {
  if (name === 'accept') {
    const type = headerIn(response.headers, 'content-type');
    return type === undefined ? 1 : qualityOfType(preferred, type);
  }
  if (name === 'accept-language') {
    const recorded = preferenceOf(name, request.headers);
    const told = headerIn(response.headers, 'content-language')?.trim().toLowerCase();
    // Where the answer does not tell its language, it is the one that was asked for first.
    const language = told ?? recorded.split(/[,;]/, 1)[0]!;
    return language === '*' ? least : qualityOfLanguage(preferred, language);
  }
  // A preference that is not expressed contradicts none (RFC 7240 §2).
  return preferred === '' || preferred === preferenceOf(name, request.headers) ? 1 : 0;
}

/** The quality of an answer that was recorded without a preference: better than none. */
const least = 0.001;

/** By the most specific range that it falls under (RFC 9110 §12.5.1). */
function qualityOfType(accept: string, type: string): number {
  const [full = '', ...parameters] = type.toLowerCase().replace(/\s/g, '').split(';');
  const kind = full.split('/', 1)[0]!;
  return bestOf(accept, (range, wanted) => {
    if (range === '*/*') return 1;
    if (range === `${kind}/*`) return 2;
    if (range !== full) return 0;
    const contradicts = wanted.some((parameter) => {
      const name = parameter.slice(0, parameter.indexOf('=') + 1);
      const own = parameters.find((candidate) => candidate.startsWith(name));
      return own !== undefined && own !== parameter;
    });
    return contradicts ? 0 : 3 + wanted.length;
  });
}

/** A range stands for all tags that begin with it (RFC 4647 §3.3.1). */
function qualityOfLanguage(accept: string, language: string): number {
  return bestOf(accept, (range) => {
    if (range === '*') return 1;
    return language === range || language.startsWith(`${range}-`) ? 1 + range.length : 0;
  });
}

/** @param match how specific the match is; 0: none */
function bestOf(accept: string, match: (range: string, parameters: readonly string[]) => number): number {
  let specific = 0;
  let best = 0;
  for (const { range, weight, parameters } of rangesIn(accept)) {
    const found = match(range, parameters);
    if (found <= specific) continue;
    specific = found;
    best = weight;
  }
  return best;
}

const preferenceOf = (name: string, headers: readonly HeaderPair[]): string =>
  preferenceIn(name, headerValues(headers, name).join());

function asSent(headers: readonly HeaderPair[], name: string): string {
  return headerValues(headers, name).join(', ') || 'none';
}
