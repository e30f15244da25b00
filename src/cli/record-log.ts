// The log of `record`: a line for each request, the counts below them on a terminal, and at the end what to do next.
// No line ever holds a key or a signature.
import type { Observation } from '../http/observe.ts';
import { headerValue } from '../http/message.ts';
import type { ApiRequest } from '../http/message.ts';
import { adviseOn, countOmissions, describeOmissions } from '../recording/body/omitted.ts';
import type { Omissions } from '../recording/body/omitted.ts';
import type { Outcome } from '../recording/record/record-to.ts';
import type { RecordHooks } from '../app/modes/record.ts';
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

interface RecordCounts {
  recorded: number;
  /** Requests that were recorded already. */
  repeated: number;
  /** Requests that were not passed on. */
  refused: number;
  /** Requests that the upstream did not answer or broke off, or whose answer was not stored. */
  failed: number;
  /** Answers with links that lead a client past the recorder. */
  leading: number;
}

interface RecordSummary {
  readonly file: string;
  /** Why the recording ended early; undefined if it did not. */
  readonly problem: string | undefined;
  /** The command that replays the recording; undefined if its files are gone. */
  readonly replay: string | undefined;
}

export interface RecordLog extends RecordHooks {
  readonly counts: RecordCounts;
  readonly listening: (greeting: RecordGreeting) => void;
  readonly stopping: () => void;
  readonly summary: (summary: RecordSummary) => void;
}

interface LogOptions {
  readonly colour: boolean;
  /** Whether the last line may be overwritten. */
  readonly isTerminal: boolean;
  /** The path of a request as it may be shown. */
  readonly mask: (request: Asked) => string;
}

/** As much of a request as a line tells, and what takes the secrets out of it. */
type Asked = Pick<ApiRequest, 'method' | 'path' | 'rawHeaders'>;

/** The outcome of one request. */
interface Line {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Such as `recorded`, `writes_refused` or `broken off by the client`. */
  readonly outcome: string;
  readonly id?: string;
  /** Bodies that are not in the recording. */
  readonly omitted?: Omissions;
  /** The origin to which the answer leads past the recorder. */
  readonly leadsTo?: string;
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
  const counts: RecordCounts = { recorded: 0, repeated: 0, refused: 0, failed: 0, leading: 0 };
  /** By the id of the interaction, because a repeated interaction counts once. */
  const omissions = new Map<string, Omissions>();
  const ledTo = new Set<string>();
  const printer = form === 'json' ? jsonPrinter(write) : prettyPrinter(write, options, counts);
  const { event, line } = form === 'silent' ? silentPrinter : printer;
  const answered = (request: Asked, response: Observation['response'], milliseconds: number): void => {
    const told = tellAnswered(response);
    if (told.count !== undefined) counts[told.count] += 1;
    const { status, leadsTo } = response;
    noteLead(leadsTo);
    const lead = leadsTo === undefined ? {} : { leadsTo };
    if (form !== 'silent') line({ ...factsOf(request, options), status, milliseconds, ...told, ...lead });
  };
  const noteLead = (origin: string | undefined): void => {
    if (origin === undefined) return;
    counts.leading += 1;
    if (ledTo.size < mostOrigins) ledTo.add(origin);
  };
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
    refused: ({ response, ...request }) => {
      answered(request, response, 0);
    },
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
      if (told.id !== undefined && told.omitted !== undefined) omissions.set(told.id, told.omitted);
      noteLead(outcome.leadsTo);
      if (form !== 'silent') line({ ...factsOf(outcome.request, options), ...outcome, ...told });
      if (told.problem !== undefined) event('alarm', { message: told.problem }, told.problem, 'bad');
    },
    answered: ({ request, response, milliseconds }) => {
      answered(request, response, milliseconds);
    },
    summary: ({ file, problem, replay }) => {
      const result = problem === undefined ? '' : `\n${problem}`;
      const omitted = countOmissions(omissions.values());
      const advice = adviseOn(omitted).map((sentence) => `\n${sentence}`);
      const isEmpty = counts.recorded + counts.repeated === 0;
      const next = isEmpty || replay === undefined ? '' : `\nReplay it with:\n  ${replay}`;
      const past = [...ledTo].join(', ');
      const led =
        past === ''
          ? ''
          : `\n${inAnswers(counts.leading)} past the recorder, to ${past}: what is asked there is not recorded.`;
      const text = `${file}: ${inWords(counts)}.${advice.join('')}${led}${result}${next}`;
      const omissionsTold = advice.length > 0 && { omitted };
      event('stopped', { file, ...counts, ...omissionsTold, problem, replay }, text);
    },
  };
}

/** The number of origins that are named at the end. */
const mostOrigins = 10;

const inAnswers = (count: number): string => (count === 1 ? 'One answer leads' : `${count} answers lead`);

const factsOf = (request: Asked, { mask }: LogOptions) => ({
  method: request.method,
  path: mask(request),
});

interface Told {
  readonly outcome: string;
  readonly count?: keyof RecordCounts;
  readonly id?: string;
  readonly omitted?: Omissions;
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
    // Only about this answer. A failure that ended the recording was printed when it happened.
    const problem = kind === 'unrecordable' || kind === 'leak' ? message : undefined;
    return { outcome: 'NOT RECORDED', count: 'failed', ...(problem !== undefined && { problem }) };
  }
  const outcome = result.repeated ? 'repeated' : 'recorded';
  const { id, omitted } = result;
  return { outcome, count: outcome, id, ...(omitted !== undefined && { omitted }) };
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
    line: ({ method, path, status, milliseconds, outcome, id, omitted, leadsTo }) => {
      const rounded = Number(milliseconds.toFixed(3));
      print('request', { method, path, status, milliseconds: rounded, outcome, id, omitted, leadsTo });
    },
  };
}

function prettyPrinter(
  write: (text: string) => void,
  { colour, isTerminal }: LogOptions,
  counts: RecordCounts,
): Printer {
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[39m` : text);
  /** The next line overwrites the line of counts, which is then printed again below it. */
  const print = (text: string, isLive: boolean): void => {
    const live = isTerminal && isLive ? inWords(counts) : '';
    write(`${isTerminal ? '\r\u001b[2K' : ''}${text}\n${live}`);
  };
  return {
    event: (name, _facts, text, tone) => {
      const painted = tone === undefined ? text : paint(tone === 'bad' ? 31 : 33, text);
      print(painted, name !== 'stopped' && name !== 'listening' && name !== 'warning');
    },
    line: ({ method, path, status, milliseconds, outcome, id, omitted, leadsTo }) => {
      const painted = paint(status < 400 ? 32 : status < 500 ? 33 : 31, String(status));
      const which = id === undefined ? '' : ` ${id}`;
      const without = omitted === undefined ? '' : paint(33, `, ${describeOmissions(omitted)}`);
      const past = leadsTo === undefined ? '' : paint(33, ` leads to ${leadsTo}`);
      print(
        `${method} ${path} ${painted} ${milliseconds.toFixed(0)} ms ${outcome}${which}${without}${past}`,
        true,
      );
    },
  };
}
