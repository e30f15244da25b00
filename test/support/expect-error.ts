// The one form of every error (§7), checked whole wherever a test expects one.
import { expect } from 'vitest';

import { origin } from './app.ts';
import type { Answer } from './app.ts';

export interface ExpectedError {
  readonly status: number;
  readonly code: string;
  /** Left out: the error must not have one. */
  readonly param?: string | undefined;
}

/** The coarse code of a status, by the words of the table in §7 (domain.md section 12). */
export const codes: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  500: 'server_error',
  502: 'server_error',
  503: 'server_error',
  504: 'server_error',
};

export function expectError(answer: Answer, expected: ExpectedError | number, param?: string): void {
  const wanted: ExpectedError =
    typeof expected === 'number' ? { status: expected, code: codes[expected]!, param } : expected;
  const { error } = answer.json as { error: Record<string, unknown> };
  const seen = { status: answer.status, code: error.code, param: error.param };
  expect(seen, answer.text).toEqual({ status: wanted.status, code: wanted.code, param: wanted.param });
  expect(answer.headers['content-type']).toBe('application/json');
  expect(Object.keys(answer.json as object)).toEqual(['error']);
  const keys = ['code', 'message', ...(wanted.param === undefined ? [] : ['param']), 'doc_url'];
  expect(Object.keys(error)).toEqual(keys);
  expect(error.message).toMatch(/^\S.*\S$/);
  expect(error.doc_url).toBe(`${origin}/__mock/errors/${wanted.code}`);
  expect(answer.text).not.toMatch(/\bat .*\.[jt]s:\d/);
}
