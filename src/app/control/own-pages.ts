// The pages about the mock that every way to use it has: errors, assumptions, OpenAPI documents.
import type { Handler } from '../../http/message.ts';
import type { Settings } from '../../spec/settings.ts';

/** Answers below `/__mock/` without a token. The pages are loaded with the first request. */
export function ownPages(settings: Settings): Handler {
  let pages: Handler | undefined;
  return async function ownPages(request) {
    pages ??= (await import('./control.ts')).pages(settings);
    return pages(request);
  };
}
