// The forms of a log: lines for people, a greeting and notes alone, lines for programs, or nothing. The logs of `serve`,
// `replay` and `record` tell what happens; a printer writes it.
import { failureText } from '../http/plain-text.ts';
import { auditLines } from '../service/audit/audit-text.ts';
import { coverageLines } from '../service/audit/coverage-text.ts';
import type { CheckLog } from './client-checks.ts';
import type { Io } from './io.ts';
import { createPaint } from './paint.ts';
import type { Paint } from './paint.ts';
import { jsonLine, requestJson, requestPrinter } from './request-line.ts';
import type { RequestFacts } from './request-line.ts';

/** `brief`: as `pretty`, but no lines about requests, and a single one to greet. */
export type LogForm = 'pretty' | 'brief' | 'json' | 'silent';

/** Where a log goes. */
export interface LogTarget {
  readonly write: (text: string) => void;
  readonly paint: Paint;
  readonly now: () => number;
  /** Whether its last line may be overwritten. */
  readonly live: boolean;
}

/** A log goes to stdout, but to stderr beside a command, because stdout is then the command's. */
export function logTarget(io: Io, isBesideCommand: boolean): LogTarget {
  const isTerminal = isBesideCommand ? io.errIsTerminal : io.isTerminal;
  return {
    write: isBesideCommand ? io.err : io.out,
    paint: createPaint({ isTerminal, env: io.env }),
    now: io.now,
    live: isTerminal && !isBesideCommand,
  };
}

interface Printer {
  /** Something that is no request, as facts for programs and as text for people. */
  readonly event: (name: string, facts: object, text: string, tone?: 'bad' | 'warning') => void;
  /** Whether requests are printed at all. */
  readonly tellsRequests: boolean;
  /** A remark stands behind the outcome, for people alone. */
  readonly request: (facts: RequestFacts, remark?: string) => void;
}

/** @param below a line that stays below all others on a terminal */
export function printerOf(form: LogForm, target: LogTarget, below?: () => string): Printer {
  if (form === 'json') return jsonPrinter(target);
  if (form === 'pretty') return prettyPrinter(target, below);
  const { event } = prettyPrinter(target);
  return {
    event(name, facts, text, tone) {
      // Silent, it prints what the user has asked for by an option of its own (`--audit`, `--coverage`).
      const isTold = form === 'brief' ? name !== 'stopping' : name === 'audit' || name === 'coverage';
      if (isTold) event(name, facts, text, tone);
    },
    tellsRequests: false,
    request: () => undefined,
  };
}

function jsonPrinter({ write, now }: LogTarget): Printer {
  const event = (name: string, facts: object) => {
    write(jsonLine(name, now(), facts));
  };
  return {
    event,
    tellsRequests: true,
    request: (facts) => {
      event('request', requestJson(facts));
    },
  };
}

/** What is printed before or behind all requests. */
const outer: ReadonlySet<string> = new Set(['listening', 'warning', 'stopped']);

function prettyPrinter(target: LogTarget, below?: () => string): Printer {
  const { write, paint } = target;
  const request = requestPrinter(target);
  const live = target.live ? below : undefined;
  /** The next line overwrites the one that stays below, which is then printed again below it. */
  const print = (text: string, isOuter: boolean) => {
    if (live === undefined) write(`${text}\n`);
    else write(`\r\u001b[2K${text}\n${isOuter ? '' : live()}`);
  };
  return {
    event(name, _facts, text, tone) {
      print(tone === undefined ? text : paint(tone, text), outer.has(name));
    },
    tellsRequests: true,
    request(facts, remark) {
      print(request(facts, remark), false);
    },
  };
}

/** What every log tells, whatever the server does. */
export interface ServerLog extends CheckLog {
  readonly stopping: () => void;
  /** Something that deserves a line. */
  readonly note: (message: string) => void;
  /** The program itself failed. */
  readonly failure: (error: unknown) => void;
}

/** @param name of the program, such as `mock` */
export function serverLog({ event }: Printer, name: 'mock' | 'recorder'): ServerLog {
  return {
    stopping() {
      event('stopping', {}, 'Stopping: finishing what is in flight. Ctrl-C again ends at once.');
    },
    note(message) {
      event('note', { message }, message);
    },
    failure(error) {
      const text = failureText(error);
      event('failure', { error: text }, `The ${name} itself failed: ${text}`, 'bad');
    },
    audited(summary) {
      event('audit', summary, auditLines(summary).join('\n'));
    },
    covered(coverage) {
      event('coverage', coverage, coverageLines(coverage).join('\n'));
    },
  };
}
