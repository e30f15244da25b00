// What the mock says about itself to everybody, behind every way to use it.
import type { Handler } from '../../http/message.ts';
import type { Settings } from '../../spec/assumptions.ts';

/** Answers below `/__mock/` without a token; loaded when it is first asked. */
export function ownPages(settings: Settings): Handler {
  let pages: Handler | undefined;
  return async function ownPages(request) {
    pages ??= (await import('./control.ts')).pages(settings);
    return pages(request);
  };
}
