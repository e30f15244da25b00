// Sends the upstream the real key in the place of the client's, which opens this recorder and goes nowhere else
// (CopilotKit/aimock#340: the caller's key went to the wrong vendor).
import { keyHeader } from '../../spec/endpoints.ts';
import { requestWith } from '../../http/message.ts';
import type { Filter } from '../../http/message.ts';

/** Sends the real key in the place of the client's. Stands behind `authenticate`. */
export function swapKey(realKey: string): Filter {
  return (next) =>
    function swapKey(request) {
      const rawHeaders: string[] = [];
      let swapped = false;
      for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
        const name = request.rawHeaders[at]!;
        if (name.toLowerCase() !== keyHeader) rawHeaders.push(name, request.rawHeaders[at + 1]!);
        else if (!swapped) {
          rawHeaders.push(name, realKey);
          swapped = true;
        }
      }
      if (!swapped) rawHeaders.push('X-API-KEY', realKey);
      return next(
        requestWith(request, { rawHeaders, headers: { ...request.headers, [keyHeader]: realKey } }),
      );
    };
}
