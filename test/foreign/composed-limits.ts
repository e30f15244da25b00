// The limits of a composed service, and the headers that tell of them.
import type { Run } from './contract.ts';
import type { Headers } from './kit.ts';
import type { Style } from './composed-style.ts';

interface Admission {
  readonly isAdmitted: boolean;
  readonly headers: Headers;
  /** In how many milliseconds another one may come. */
  readonly wait: number;
}

/** Counts requests, and says whether another one may come; some services count each list, or writes, apart. */
export function limiterOf(style: Style, run: Run): (method: string, path: string) => Admission {
  const limiters = new Map<string, () => Admission>();
  return (method, path) => {
    const { limitScope } = style.habits;
    const scope =
      limitScope === 'all' ? '' : limitScope === 'writes' ? String(method === 'GET') : path.split('/')[2]!;
    const limiter = limiters.get(scope) ?? countingOf(style, run);
    limiters.set(scope, limiter);
    return limiter();
  };
}

function countingOf(style: Style, run: Run): () => Admission {
  const size = style.limitSize;
  let times: number[] = [];
  let level = 0;
  let last = run.now();
  return () => {
    if (style.limit === 'none') return { isAdmitted: true, headers: [], wait: 0 };
    const now = run.now();
    let left: number;
    let again: number;
    if (style.limit === 'bucket') {
      const perSecond = size / 2;
      level = Math.max(0, level - ((now - last) / 1000) * perSecond);
      last = now;
      const isAdmitted = level + 1 <= size;
      if (isAdmitted) level += 1;
      left = isAdmitted ? Math.floor(size - level) : -1;
      again = now + (Math.max(0, level + 1 - size) / perSecond) * 1000;
    } else {
      const start = style.limit === 'window' ? Math.floor(now / 1000) * 1000 : now - 999;
      times = times.filter((time) => time >= start);
      left = size - times.length - 1;
      if (left >= 0) times.push(now);
      again = (style.limit === 'window' ? start : (times[0] ?? now)) + 1000;
    }
    const shown = String(Math.max(0, left));
    const seconds = String(Math.max(1, Math.ceil((again - now) / 1000)));
    const headers: [string, string][] = [];
    const { limitTold } = style.habits;
    if (limitTold === 'combined') {
      headers.push(['RateLimit', `limit=${size}, remaining=${shown}, reset=${seconds}`]);
    } else if (limitTold === 'dashed') {
      headers.push(['X-Rate-Limit-Limit', String(size)], ['X-Rate-Limit-Remaining', shown]);
    } else if (limitTold === 'reset date') {
      headers.push(
        ['X-RateLimit-Limit', String(size)],
        ['X-RateLimit-Remaining', shown],
        ['X-RateLimit-Reset', new Date(Math.ceil(again / 1000) * 1000).toUTCString()],
      );
    } else if (style.limitHeaders === 'x') {
      headers.push(
        ['X-RateLimit-Limit', String(size)],
        ['X-RateLimit-Remaining', shown],
        ['X-RateLimit-Reset', String(Math.ceil(again / 1000))],
      );
    } else if (style.limitHeaders === 'draft') {
      headers.push(
        ['RateLimit-Limit', String(size)],
        ['RateLimit-Remaining', shown],
        ['RateLimit-Reset', seconds],
      );
    } else if (style.limitHeaders === 'one') {
      headers.push(['X-Rate-Limit', `${size - Number(shown)}/${size}`]);
    }
    if (left < 0 && style.retryAfter) {
      const date = new Date(now + Number(seconds) * 1000).toUTCString();
      headers.push(['Retry-After', limitTold === 'reset date' ? date : seconds]);
    }
    return { isAdmitted: left >= 0, headers, wait: Math.max(0, Math.ceil(again - now)) };
  };
}
