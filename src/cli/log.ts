// What `serve` prints: lines for people, lines for programs, or nothing. No key ever stands in one.
import type { World } from '../worlds.ts';
import { errorOf } from '../app.ts';
import type { Watcher } from '../app.ts';
import type { Observation } from '../filters/observe.ts';
import { keyHeader } from '../api/spec.ts';

/** What is said once, when the mock is ready. */
export interface Greeting {
  readonly url: string;
  readonly version: string;
  /** Such as `default data (50 listings, 5 strategies, 8 report runs), seed 1`. */
  readonly data: string;
  /** A command to try. */
  readonly example: string;
  readonly warnings: readonly string[];
}

export interface Log extends Watcher {
  readonly listening: (greeting: Greeting) => void;
  readonly stopping: () => void;
  /** Something worth a line that is no request. */
  readonly note: (message: string) => void;
}

export type LogForm = 'pretty' | 'json' | 'silent';

/** @param colour whether the lines go to a terminal that shows colours */
export function createLog(form: LogForm, write: (text: string) => void, colour: boolean): Log {
  switch (form) {
    case 'pretty':
      return prettyLog(write, colour);
    case 'json':
      return jsonLog(write);
    case 'silent':
      return silentLog;
  }
}

const nothing = () => undefined;

const silentLog: Log = {
  listening: nothing,
  stopping: nothing,
  note: nothing,
  request: nothing,
  worldDropped: nothing,
  failure: nothing,
};

function prettyLog(write: (text: string) => void, colour: boolean): Log {
  const line = (text: string) => {
    write(`${text}\n`);
  };
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[39m` : text);
  return {
    listening({ url, version, data, example, warnings }) {
      line(`pricing-mock ${version} serves ${data}`);
      line(`Listening on ${url}`);
      for (const warning of warnings) line(paint(33, `Warning: ${warning}`));
      line(`\nTry:\n  ${example}\n`);
      line('Each key test_<something> opens a world of its own. Ctrl-C stops.');
    },
    stopping() {
      line('Stopping: finishing what is in flight. Ctrl-C again ends at once.');
    },
    note: line,
    request(observation) {
      const { method, path, status, milliseconds, code, param } = factsOf(observation);
      const painted = paint(status < 400 ? 32 : status < 500 ? 33 : 31, String(status));
      const error = code === undefined ? '' : ` ${code}${param === undefined ? '' : ` (${param})`}`;
      line(`${method} ${path} ${painted} ${milliseconds.toFixed(1)} ms${error}`);
    },
    worldDropped(world) {
      line(`World ${world.id} was dropped: too many are open, and it was used least recently.`);
    },
    failure(error) {
      line(paint(31, `The mock itself failed: ${describe(error)}`));
    },
  };
}

function jsonLog(write: (text: string) => void): Log {
  const line = (event: string, facts: object) => {
    write(`${JSON.stringify({ event, ...facts })}\n`);
  };
  return {
    listening({ url, version, data, warnings }) {
      line('listening', { url, version, data, pid: process.pid, ...(warnings.length > 0 && { warnings }) });
    },
    stopping() {
      line('stopping', {});
    },
    note(message) {
      line('note', { message });
    },
    request(observation: Observation, world: World | undefined) {
      const facts = factsOf(observation);
      const milliseconds = Number(facts.milliseconds.toFixed(3));
      line('request', { ...facts, milliseconds, ...(world !== undefined && { world: world.id }) });
    },
    worldDropped(world) {
      line('world-dropped', { world: world.id });
    },
    failure(error) {
      line('failure', { error: describe(error) });
    },
  };
}

/** The path without its query, which may hold a signature; a key that went astray into it is taken out. */
function factsOf(observation: Observation) {
  const { request, response, milliseconds } = observation;
  const key = request.headers[keyHeader]?.trim() ?? '';
  const path = key === '' ? request.path : request.path.replaceAll(key, '<key>');
  return { method: request.method, path, status: response.status, milliseconds, ...errorOf(observation) };
}

const describe = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
