// The error object (§7) as the control API sends it: fine codes, whatever is assumed of the service.
import { expect } from 'vitest';
import type { Answer } from './server.ts';

export function expectControlError(answer: Answer, status: number, code: string, param?: string): void {
  const { error } = answer.json as { error: Record<string, unknown> };
  expect([answer.status, error.code, error.param], answer.text).toEqual([status, code, param]);
  expect(error.doc_url).toBe(`${answer.url}/__mock/errors/${code}`);
  expect(error.message).toMatch(/^\S.*\S$/);
}
