// The names of content encodings (RFC 9110 §8.4): those of a body, and those that a client accepts.
import type { HeaderPair } from '../format.ts';
import { headerValues } from '../recordable-headers.ts';

/** The most bytes that a decoded body may have: 316 bytes of brotli can hold 200 MB. */
export const decodedLimit = 10 * 1024 * 1024;

/** A body under more encodings is not looked into. */
export const mostCodings = 2;

/** The encodings of a body in the order in which they were applied; `identity` is none. */
export function contentCodings(headers: readonly HeaderPair[]): string[] {
  return headerValues(headers, 'content-encoding')
    .flatMap((value) => value.split(','))
    .map(codingName)
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/**
 * Which encodings a client accepts by its `Accept-Encoding`. A client that sent no such header gets no encoding: by
 * RFC 9110 §12.5.3 it accepts any, but clients that do not ask for one often cannot decode it.
 */
export function acceptedCodings(acceptEncoding: string | undefined): (coding: string) => boolean {
  if (acceptEncoding === undefined) return () => false;
  const weights = new Map<string, boolean>();
  for (const element of acceptEncoding.split(',')) {
    const [name = '', ...parameters] = element.split(';');
    const refused = parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(parameter));
    weights.set(codingName(name), !refused);
  }
  const others = weights.get('*') ?? false;
  return (coding) => weights.get(coding) ?? others;
}

function codingName(text: string): string {
  const name = text.trim().toLowerCase();
  return name === 'x-gzip' ? 'gzip' : name;
}
