// Cursors: texts that name the place at which a page ends.
import { literal, fillText } from './template.ts';
import type { CursorForm } from './wire.ts';

export interface CursorPlace {
  /** How many records lie before the next page. */
  readonly offset: number;
  /** The id of the last record before it, as the service writes ids. */
  readonly lastId: string;
}

export function writeCursor(place: CursorPlace, form: CursorForm): string {
  switch (form.is) {
    case 'id':
      return place.lastId;
    case 'offset':
      return String(place.offset);
    case 'base64':
    case 'base64url': {
      const text = fillText(form.of, (name) => (name === 'offset' ? place.offset : place.lastId)) ?? '';
      return encode(text, form.is);
    }
    case 'opaque':
      return encode(place.lastId, 'base64url');
  }
}

/** What a cursor says; null when it is none of this form. */
export function readCursor(cursor: string, form: CursorForm): Partial<CursorPlace> | null {
  switch (form.is) {
    case 'id':
      return { lastId: cursor };
    case 'offset':
      return /^\d{1,9}$/.test(cursor) ? { offset: Number(cursor) } : null;
    case 'base64':
    case 'base64url':
      return readTemplate(decodeBase64(cursor) ?? '', form.of);
    case 'opaque': {
      const lastId = decodeBase64(cursor);
      return lastId === undefined ? null : { lastId };
    }
  }
}

function readTemplate(text: string, template: string): Partial<CursorPlace> | null {
  const escaped = literal(template.replace(/\{(offset|lastId)\}/g, '\u0002$1\u0003'))
    .replaceAll('{{', '{')
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace('\u0002offset\u0003', '(?<offset>\\d{1,9})')
    .replace('\u0002lastId\u0003', '(?<lastId>[^"]+)');
  const found = new RegExp(`^${escaped.replaceAll('\\{\\{', '\\{')}$`).exec(text)?.groups;
  if (found === undefined) return null;
  return {
    ...(found.offset !== undefined && { offset: Number(found.offset) }),
    ...(found.lastId !== undefined && { lastId: found.lastId }),
  };
}

/** The text in base64 or base64url; undefined where it is neither, or no printable text. */
export function decodeBase64(text: string): string | undefined {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return undefined;
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return /^[\x20-\x7e]+$/.test(bytes) ? bytes : undefined;
  } catch {
    return undefined;
  }
}

function encode(text: string, form: 'base64' | 'base64url'): string {
  const encoded = btoa(text.replace(/[^\x20-\x7e]/g, '?'));
  return form === 'base64' ? encoded : encoded.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
