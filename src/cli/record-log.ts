// The log of `record`: a line for each request, the counts below them on a terminal, and at the end what to do next.
// No line ever holds a key or a signature.
import { headerValue } from '../http/message.ts';
import type { ApiResponse } from '../http/message.ts';
import { adviseOn, countOmissions, describeOmissions } from '../recording/body/omitted.ts';
import type { Omissions } from '../recording/body/omitted.ts';
import type { Outcome } from '../recording/record/record-to.ts';
import type { RecordHooks } from '../app/modes/record.ts';
import { controlLines } from './greeting.ts';
import type { Address } from './greeting.ts';
import { secretsWith } from './log-secrets.ts';
import type { Asked } from './log-secrets.ts';
import { printerOf, serverLog } from './printer.ts';
import type { LogForm, LogTarget, ServerLog } from './printer.ts';
import { answerFacts, askedFacts, keyShown, sentKey } from './request-line.ts';
import type { Arrived } from './request-line.ts';

export interface RecordGreeting extends Address {
  readonly version: string;
  readonly upstream: string;
  readonly file: string;
  /** What it does and does not do with writes and how fast it asks. */
  readonly rules: readonly string[];
  /** A command to try. */
  readonly example: string;
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

export interface RecordLog extends RecordHooks, ServerLog {
  readonly counts: RecordCounts;
  readonly listening: (greeting: RecordGreeting) => void;
  readonly summary: (summary: RecordSummary) => void;
}

interface LogOptions extends LogTarget {
  /** Whether clients use keys of ours (`--key-env`): only then is a test key no secret. */
  readonly ownKeys: boolean;
  /** Keys of ours that no line may show. */
  readonly keys: readonly string[];
  /** The target of a request as it may be shown. */
  readonly mask: (request: Asked) => Pick<Asked, 'path' | 'query'>;
}

export function createRecordLog(form: LogForm, options: LogOptions): RecordLog {
  const counts: RecordCounts = { recorded: 0, repeated: 0, refused: 0, failed: 0, leading: 0 };
  /** By the id of the interaction, because a repeated interaction counts once. */
  const omissions = new Map<string, Omissions>();
  const ledTo = new Set<string>();
  /** What a log without lines of requests has told of them. */
  const reasons = new Set<string>();
  const printer = printerOf(form, options, () => inWords(counts));
  const { event, tellsRequests } = printer;
  const answered = (request: Arrived, response: ApiResponse, milliseconds: number): void => {
    const told = tellAnswered(response);
    if (told.count !== undefined) counts[told.count] += 1;
    noteLead(response.leadsTo);
    const { outcome } = told;
    const facts = answerFacts(request, response, secretsOf(request, options));
    if (!tellsRequests) {
      if (told.count !== undefined) tellOnce(facts.message);
      return;
    }
    printer.request({ ...factsOf(request, options), milliseconds, outcome, ...facts });
  };
  const tellOnce = (message: string | undefined): void => {
    if (message === undefined || reasons.has(message) || reasons.size >= mostReasons) return;
    reasons.add(message);
    event('alarm', { message }, message, 'bad');
  };
  const noteLead = (origin: string | undefined): void => {
    if (origin === undefined) return;
    counts.leading += 1;
    if (ledTo.size < mostOrigins) ledTo.add(origin);
  };
  const usual = serverLog(printer, 'recorder');
  let isStopping = false;
  return {
    ...usual,
    counts,
    stopping() {
      isStopping = true;
      usual.stopping();
    },
    listening({ url, controlToken, version, upstream, file, rules, example, warnings }) {
      const head = `pricing-mock ${version} records ${upstream} into ${file}`;
      const lines = [head, `Listening on ${url}`, ...controlLines({ url, controlToken }), ...rules];
      const token = controlToken === undefined ? {} : { controlToken };
      const facts = { url, version, upstream, file, pid: process.pid, ...token };
      event('listening', facts, form === 'brief' ? `${head}, on ${url}` : lines.join('\n'));
      for (const warning of warnings)
        event('warning', { message: warning }, `Warning: ${warning}`, 'warning');
      if (form === 'pretty')
        event('ready', {}, `\n${options.paint('heading', 'Try:')}\n  ${example}\n\nCtrl-C stops.`);
    },
    // Told in `passed` and `answered`.
    request: () => undefined,
    worldDropped: () => undefined,
    refused: ({ response, ...request }) => {
      answered(request, response, 0);
    },
    alarm: (message) => {
      event('alarm', { message }, message, 'bad');
    },
    passed: (outcome) => {
      const told = tellPassed(outcome, isStopping);
      if (told.count !== undefined) counts[told.count] += 1;
      const { repeatsStored = 0 } = told;
      counts.recorded += repeatsStored;
      counts.repeated -= repeatsStored;
      if (told.id !== undefined && told.omitted !== undefined) omissions.set(told.id, told.omitted);
      noteLead(outcome.leadsTo);
      if (tellsRequests) {
        const { request, status, milliseconds, leadsTo } = outcome;
        const { outcome: what, id, omitted } = told;
        const lead = leadsTo === undefined ? {} : { leadsTo };
        const kept = { ...(id !== undefined && { id }), ...(omitted !== undefined && { omitted }) };
        const asked = factsOf(request, options);
        const remark = omitted && describeOmissions(omitted);
        printer.request({ ...asked, status, milliseconds, outcome: what, ...kept, ...lead }, remark);
      }
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

/** Why requests failed or were refused is told so many times. */
const mostReasons = 10;

/** The number of origins that are named at the end. */
const mostOrigins = 10;

const inAnswers = (count: number): string => (count === 1 ? 'One answer leads' : `${count} answers lead`);

function factsOf(request: Arrived, { mask, ownKeys }: LogOptions) {
  const key = ownKeys ? keyShown(request) : sentKey(request.rawHeaders) === '' ? null : '<key>';
  return askedFacts({ method: request.method, ...mask(request) }, key);
}

/** What no line may show: all keys, unless clients use test keys. */
function secretsOf({ rawHeaders }: Asked, { ownKeys, keys }: LogOptions): readonly string[] {
  const sent = sentKey(rawHeaders);
  return ownKeys || sent === '' ? secretsWith(sent, keys) : [sent];
}

interface Told {
  readonly outcome: string;
  readonly count?: keyof RecordCounts;
  /** How many answers that were told as repeated are recorded now. */
  readonly repeatsStored?: number;
  readonly id?: string;
  readonly omitted?: Omissions;
  /** Why it was not recorded. */
  readonly problem?: string;
}

function tellPassed({ result }: Outcome, isStopping: boolean): Told {
  if ('brokenBy' in result) {
    // Whose end of the connection closes first then is chance: the stop closes both.
    if (isStopping) return { outcome: 'broken off while stopping', count: 'failed' };
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
  const { id, omitted, repeatsStored = 0 } = result;
  return { outcome, count: outcome, repeatsStored, id, ...(omitted !== undefined && { omitted }) };
}

function tellAnswered(response: ApiResponse): Told {
  const { error, headers } = response;
  if (error === undefined) return { outcome: 'answered here' };
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
