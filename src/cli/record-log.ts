// What `record` prints, which is a line for each request, the counts below them on a terminal, and what to do at the end.
// No key and no signature ever stands in one.
import type { Observation } from '../filters/observe.ts';
import type { ApiRequest } from '../http.ts';
import { headerValue } from '../http.ts';
import type { Outcome } from '../recording/record.ts';
import type { RecordHooks } from '../start/record-mode.ts';
import type { LogForm } from './log.ts';

export interface RecordGreeting {
  readonly url: string;
  readonly version: string;
  readonly upstream: string;
  readonly file: string;
  /** What it does and does not do with writes and how fast it asks. */
  readonly rules: readonly string[];
  readonly warnings: readonly string[];
}

export interface RecordCounts {
  recorded: number;
  /** Recorded already. */
  repeated: number;
  /** Not passed on. */
  refused: number;
  /** Not answered by the upstream, broken off by it, or not stored. */
  failed: number;
}

export interface RecordSummary {
  readonly file: string;
  /** Why it ended early; undefined when all went well. */
  readonly problem: string | undefined;
  /** The command that replays it. */
  readonly replay: string;
}

export interface RecordLog extends RecordHooks {
  readonly counts: RecordCounts;
  readonly listening: (greeting: RecordGreeting) => void;
  readonly stopping: () => void;
  readonly summary: (summary: RecordSummary) => void;
}

interface LogOptions {
  readonly colour: boolean;
  /** Whether one line may be written over. */
  readonly isTerminal: boolean;
  /** The path of a request as it may be shown. */
  readonly mask: (request: ApiRequest) => string;
}

/** What happened to one request. */
interface Line {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Such as `recorded`, `writes_refused` or `broken off by the client`. */
  readonly outcome: string;
  readonly id?: string;
}

/** A form of output. */
interface Printer {
  readonly event: (name: string, facts: object, text: string, tone?: 'bad' | 'warning') => void;
  readonly line: (line: Line) => void;
}

export function createRecordLog(
  form: LogForm,
  write: (text: string) => void,
  options: LogOptions,
): RecordLog {
  const counts: RecordCounts = { recorded: 0, repeated: 0, refused: 0, failed: 0 };
  const printer = form === 'json' ? jsonPrinter(write) : prettyPrinter(write, options, counts);
  const { event, line } = form === 'silent' ? silentPrinter : printer;
  return {
    counts,
    listening({ url, version, upstream, file, rules, warnings }) {
      const text = [
        `pricing-mock ${version} records ${upstream} into ${file}`,
        `Listening on ${url}`,
        ...rules,
      ];
      event('listening', { url, version, upstream, file, pid: process.pid }, text.join('\n'));
      for (const warning of warnings)
        event('warning', { message: warning }, `Warning: ${warning}`, 'warning');
      if (form === 'pretty') event('ready', {}, 'Ctrl-C stops.');
    },
    stopping: () => {
      event('stopping', {}, 'Stopping: finishing what is in flight. Ctrl-C again ends at once.');
    },
    // Told in `passed` and `answered`.
    request: () => undefined,
    worldDropped: () => undefined,
    refused: () => undefined,
    note: (message) => {
      event('note', { message }, message);
    },
    alarm: (message) => {
      event('alarm', { message }, message, 'bad');
    },
    failure: (error) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      event('failure', { error: text }, `The recorder itself failed: ${text}`, 'bad');
    },
    passed: (outcome) => {
      const told = tellPassed(outcome);
      if (told.count !== undefined) counts[told.count] += 1;
      if (form !== 'silent') line({ ...factsOf(outcome.request, options), ...outcome, ...told });
      if (told.problem !== undefined) event('alarm', { message: told.problem }, told.problem, 'bad');
    },
    answered: ({ request, response, milliseconds }) => {
      const told = tellAnswered(response);
      if (told.count !== undefined) counts[told.count] += 1;
      const { status } = response;
      if (form !== 'silent') line({ ...factsOf(request, options), status, milliseconds, ...told });
    },
    summary: ({ file, problem, replay }) => {
      const result = problem === undefined ? '' : `\n${problem}`;
      const next = counts.recorded + counts.repeated === 0 ? '' : `\nReplay it with:\n  ${replay}`;
      event('stopped', { file, ...counts, problem, replay }, `${file}: ${inWords(counts)}.${result}${next}`);
    },
  };
}

const factsOf = (request: ApiRequest, { mask }: LogOptions) => ({
  method: request.method,
  path: mask(request),
});

interface Told {
  readonly outcome: string;
  readonly count?: keyof RecordCounts;
  readonly id?: string;
  /** Why it was not recorded. */
  readonly problem?: string;
}

function tellPassed({ result }: Outcome): Told {
  if ('brokenBy' in result) {
    const outcome = `broken off by the ${result.brokenBy}`;
    return { outcome, ...(result.brokenBy === 'upstream' && { count: 'failed' }) };
  }
  if (!result.recorded) {
    const { kind, message } = result.error;
    // Of an answer alone; what ends the recording has been told when it did.
    const problem = kind === 'unrecordable' || kind === 'leak' ? message : undefined;
    return { outcome: 'NOT RECORDED', count: 'failed', ...(problem !== undefined && { problem }) };
  }
  const outcome = result.repeated ? 'repeated' : 'recorded';
  return { outcome, count: outcome, id: result.id };
}

function tellAnswered(response: Observation['response']): Told {
  const { error, headers } = response;
  if (error === undefined) return { outcome: 'from here' };
  const outcome = headerValue(headers, 'x-mock-error') ?? error.code;
  if (outcome === 'client_gone') return { outcome };
  return {
    outcome,
    count: outcome.startsWith('upstream_') || response.status === 500 ? 'failed' : 'refused',
  };
}

function inWords({ recorded, repeated, refused, failed }: RecordCounts): string {
  return `${recorded} recorded, ${repeated} repeated, ${refused} refused, ${failed} failed`;
}

const silentPrinter: Printer = { event: () => undefined, line: () => undefined };

function jsonPrinter(write: (text: string) => void): Printer {
  const print = (event: string, facts: object): void => {
    write(`${JSON.stringify({ event, ...facts })}\n`);
  };
  return {
    event: print,
    line: ({ method, path, status, milliseconds, outcome, id }) => {
      print('request', { method, path, status, milliseconds: Number(milliseconds.toFixed(3)), outcome, id });
    },
  };
}

function prettyPrinter(
  write: (text: string) => void,
  { colour, isTerminal }: LogOptions,
  counts: RecordCounts,
): Printer {
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[39m` : text);
  /** The live line is written over by the next one, and stands again below it. */
  const print = (text: string, isLive: boolean): void => {
    const live = isTerminal && isLive ? inWords(counts) : '';
    write(`${isTerminal ? '\r\u001b[2K' : ''}${text}\n${live}`);
  };
  return {
    event: (name, _facts, text, tone) => {
      const painted = tone === undefined ? text : paint(tone === 'bad' ? 31 : 33, text);
      print(painted, name !== 'stopped' && name !== 'listening' && name !== 'warning');
    },
    line: ({ method, path, status, milliseconds, outcome, id }) => {
      const painted = paint(status < 400 ? 32 : status < 500 ? 33 : 31, String(status));
      const which = id === undefined ? '' : ` ${id}`;
      print(`${method} ${path} ${painted} ${milliseconds.toFixed(0)} ms ${outcome}${which}`, true);
    },
  };
}
