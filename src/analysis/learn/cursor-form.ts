// What cursors say, told from those that were given out and used.
import { decodeBase64 } from '../../dialect/cursors.ts';
import { literal } from '../../dialect/template.ts';
import type { CursorForm } from '../../dialect/wire.ts';
import { commonest } from './findings.ts';

/** A cursor, and the place it led to. */
export interface GivenCursor {
  readonly cursor: string;
  readonly offset: number;
  readonly lastId: string;
}

/** Never the cursor itself: it may hold an id. */
export function cursorForm(given: readonly GivenCursor[]): CursorForm {
  if (given.length === 0) return { is: 'opaque' };
  if (given.every(({ cursor, lastId }) => cursor === lastId)) return { is: 'id' };
  if (given.every(({ cursor, offset }) => cursor === String(offset))) return { is: 'offset' };
  const templates = given.map((found) => templateOf(found));
  const template = commonest(templates);
  if (template === undefined || !templates.every((other) => other === template)) return { is: 'opaque' };
  const url = given.every(({ cursor }) => !cursor.endsWith('=') && !/[+/]/.test(cursor));
  return { is: url ? 'base64url' : 'base64', of: template };
}

/** What a cursor says in base64, with the id or the number in it taken out; undefined where it says neither. */
function templateOf({ cursor, offset, lastId }: GivenCursor): string | undefined {
  const text = decodeBase64(cursor);
  if (text === undefined) return undefined;
  if (lastId !== '' && text.includes(lastId)) return literal(text).replace(lastId, '{lastId}');
  const number = new RegExp(`(?<!\\d)${offset}(?!\\d)`);
  const left = text.replace(number, '');
  return number.test(text) && !/\d{2}/.test(left) ? literal(text).replace(number, '{offset}') : undefined;
}
