// What passed between a client and its upstream, the same requests sent again, and where the answers differ.
import { runClient } from './client.ts';
import type { UpstreamName } from './client.ts';
import type { Planted } from './listen.ts';
import { SessionClock, upstreams } from './sessions.ts';
import type { SessionOptions } from './sessions.ts';

export interface Passed {
  /** By the session's clock. */
  readonly at: number;
  readonly method: string;
  /** With its query. */
  readonly target: string;
  readonly init: RequestInit;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** Without the port of the upstream. */
  readonly text: string;
}

export interface Difference {
  /** Such as `GET /v1/listings/{id}`. */
  readonly request: string;
  /** `status`, `header <name>` or a JSON path; `[*]` for any item. */
  readonly where: string;
}

type Ask = (target: string, init: RequestInit) => Promise<Passed>;

function asker(origin: string, clock: SessionClock): Ask {
  return async (target, init) => {
    const response = await fetch(new URL(target, origin), init);
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
    return {
      at: clock.now(),
      method: init.method ?? 'GET',
      target,
      init,
      status: response.status,
      headers: [...response.headers],
      text: text.replaceAll(origin, 'http://upstream'),
    };
  };
}

/** Everything that passes in a session of the client. */
export async function transcript(name: UpstreamName, { startAt }: SessionOptions = {}): Promise<Passed[]> {
  const clock = new SessionClock(startAt);
  const passed: Passed[] = [];
  await using upstream = await upstreams[name].start({ now: clock.now });
  const ask = asker(upstream.url, clock);
  const noting = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input);
    const answer = await ask(`${url.pathname}${url.search}`, init);
    passed.push(answer);
    const { status, headers, text } = answer;
    const body = Buffer.from(text.replaceAll('http://upstream', upstream.url), 'latin1');
    return new Response(status === 204 ? null : body, {
      status,
      headers: headers.map(([key, value]) => [key, value]),
    });
  };
  await runClient(name, { url: upstream.url, key: upstream.key, wait: clock.wait, fetch: noting });
  return passed;
}

/** The same requests at the same times, to another upstream of that name. */
export async function replayed(
  name: UpstreamName,
  requests: readonly Passed[],
  planted?: Planted,
): Promise<Passed[]> {
  const clock = new SessionClock(requests[0]?.at);
  await using upstream = await upstreams[name].start({ now: clock.now, planted });
  const ask = asker(upstream.url, clock);
  const answers: Passed[] = [];
  for (const { at, target, init } of requests) {
    await clock.wait(at - clock.now());
    answers.push(await ask(target, init));
  }
  return answers;
}

export function differences(before: readonly Passed[], after: readonly Passed[]): Difference[] {
  return before.flatMap((one, index) => {
    const other = after[index]!;
    const path = one.target.split('?')[0]!.replace(/^(\/v1\/listings\/)[^/]+/, '$1{id}');
    const places = [
      ...(one.status === other.status ? [] : ['status']),
      ...inHeaders(new Map(one.headers), new Map(other.headers)),
      ...inTexts(one.text, other.text),
    ];
    return places.map((where) => ({ request: `${one.method} ${path}`, where }));
  });
}

function inHeaders(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  names.delete('content-length');
  return [...names].filter((name) => before.get(name) !== after.get(name)).map((name) => `header ${name}`);
}

function inTexts(before: string, after: string): string[] {
  if (before === after) return [];
  try {
    return [...inValues(JSON.parse(before), JSON.parse(after), '')];
  } catch {
    return ['text'];
  }
}

/** An array of the same items in another order is one difference. */
function* inValues(before: unknown, after: unknown, path: string): Generator<string> {
  const texts = [before, after].map((value) => JSON.stringify(value));
  if (texts[0] === texts[1]) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    const [sorted, others] = [before, after].map((items) => items.map((item) => JSON.stringify(item)).sort());
    if (JSON.stringify(sorted) === JSON.stringify(others)) yield path;
    else
      for (let at = 0; at < Math.max(before.length, after.length); at += 1)
        yield* inValues(before[at], after[at], `${path}[*]`);
  } else if (isObject(before) && isObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      yield* inValues(before[name], after[name], `${path}.${name}`.replace(/^\./, ''));
  } else {
    yield path;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
