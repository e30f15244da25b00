// How a composed service refuses: seven forms of the answer, and what some put into them.
import type { Answered, Asked, Run } from './contract.ts';
import { json, scrambled, hex } from './kit.ts';
import type { Headers } from './kit.ts';
import type { Row } from './materials.ts';
import { nameIn } from './composed-style.ts';
import type { Style } from './composed-style.ts';
import type { Views } from './composed-views.ts';
import { german, wordings } from './composed-wordings.ts';
import type { Told } from './composed-wordings.ts';

/** What is wrong with a request, or with one member or parameter of it. */
export interface Fault {
  /** Words of its code, and what finds its sentence. */
  readonly kind: string;
  /** The member or parameter at fault. */
  readonly at?: string;
  readonly told?: Told;
}

export class Refusal extends Error {
  readonly status: number;
  readonly faults: readonly Fault[];
  readonly headers: Headers;
  /** What else its body tells. */
  readonly more: Row;

  constructor(status: number, faults: readonly Fault[], headers: Headers = [], more: Row = {}) {
    super(faults[0]!.kind);
    this.status = status;
    this.faults = faults;
    this.headers = headers;
    this.more = more;
  }
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  423: 'Locked',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

export interface Asking {
  readonly request: Asked;
  /** The number of the request in its run. */
  readonly count: number;
  readonly run: Run;
}

export const requestIdOf = (style: Style, { run, count }: Asking): string =>
  scrambled(`composed ${style.seed} ${run.run} ${count}`, 16, hex);

/** Where a fault is, in the way that the style names places. */
function placeOf({ habits }: Style, at: string, isInBody: boolean): string {
  const steps = at.split('.');
  if (!isInBody) return at;
  switch (habits.faultPath) {
    case 'pointer':
      return `/${steps.join('/')}`;
    case 'brackets':
      return (
        steps[0]! +
        steps
          .slice(1)
          .map((step) => `[${step}]`)
          .join('')
      );
    case 'json path':
      return `$.${at}`;
    default:
      return at;
  }
}

/** The answer that refuses, in the form of the style. */
export function refused(style: Style, views: Views, asking: Asking, refusal: Refusal): Answered {
  const { errorName: name, habits } = style;
  const { status, headers } = refusal;
  const isGerman = habits.language === 'two' && asking.request.headers['accept-language'] === 'de';
  const sentences = wordings[style.wording]!;
  const sentence = (kind: string, told: Told) =>
    ((isGerman ? german[kind] : undefined) ?? sentences[kind]!)(told);
  const codeOf = (kind: string): string => {
    if (style.codes === 'upper') return nameIn('snake', kind).toUpperCase();
    return nameIn(style.codes === 'snake' ? 'snake' : style.codes === 'kebab' ? 'kebab' : 'camel', kind);
  };
  const isInBody = asking.request.method !== 'GET';
  const faults = (style.faults === 'all' ? refusal.faults : refusal.faults.slice(0, 1)).map(
    ({ kind, at, told = {} }) => ({
      code: codeOf(kind),
      at: at === undefined ? undefined : placeOf(style, at, isInBody),
      message: sentence(kind, told),
      kind,
      value: told.value,
    }),
  );
  const [first] = faults as [(typeof faults)[number]];
  const isOfFields = first.at !== undefined;
  const path = asking.request.target.split('?')[0]!;
  const code = codeOf(isOfFields && style.faults === 'all' ? 'validation failed' : first.kind);
  const beside: Row = {
    ...((style.requestId === 'body' || style.requestId === 'both') && {
      [name('request id')]: requestIdOf(style, asking),
    }),
    ...extra(),
    ...refusal.more,
  };
  const general = isGerman
    ? `Die Anfrage hat ${faults.length} Fehler`
    : `The request has ${faults.length} error${faults.length === 1 ? '' : 's'}`;
  const isTold = style.faults === 'all' && isOfFields;

  /** What tells where a fault is, and what was sent there. */
  function about({ at, value }: (typeof faults)[number], field: string): Row {
    if (at === undefined) return {};
    return {
      ...(habits.faultPath === 'source'
        ? {
            [name('source')]: isInBody
              ? { pointer: `/${at.replaceAll('.', '/')}` }
              : { [name('parameter')]: at },
          }
        : { [name(field)]: at }),
      ...(habits.location && { [name('location')]: isInBody ? 'body' : 'query' }),
      ...(habits.rejected && value !== undefined && { [name('rejected value')]: value }),
    };
  }

  const told = (field: string, message: string) =>
    faults.map((fault) => ({ ...about(fault, field), [name(message)]: fault.message }));

  function extra(): Row {
    switch (habits.errorExtra) {
      case 'none':
        return {};
      case 'docs':
        return { [name('documentation url')]: `https://docs.composed.example/errors/${code}` };
      case 'help':
        return { [name('help')]: 'See the reference, or write to support@composed.example.' };
      case 'time':
        return { [name('timestamp')]: views.time(asking.run.now()) };
      case 'path':
        return { [name('path')]: path, [name('method')]: asking.request.method };
      case 'status':
        return { [name('status')]: status, [name('reason')]: reasons[status] };
      case 'severity':
        return { [name('severity')]: status === 429 || status === 503 ? 'WARNING' : 'ERROR' };
    }
  }

  const body = ((): Row => {
    switch (style.errors) {
      case 'flat':
        return {
          [name('error')]: code,
          [name('message')]: isTold ? general : first.message,
          ...(isTold && { [name('details')]: told('field', 'message') }),
          ...beside,
        };
      case 'coded':
        return {
          [name('error')]: {
            [name('code')]: code,
            [name('message')]: isTold ? general : first.message,
            ...(isTold ? { [name('details')]: told('field', 'issue') } : about(first, 'field')),
            ...beside,
          },
        };
      case 'list':
        return {
          [name('errors')]: faults.map((fault) => ({
            ...about(fault, 'field'),
            [name('code')]: fault.code,
            [name('message')]: fault.message,
          })),
          ...beside,
        };
      case 'problem':
        return {
          type: `https://docs.composed.example/problems/${nameIn('kebab', isOfFields ? 'validation failed' : first.kind)}`,
          title: isOfFields ? 'Validation failed' : reasons[status],
          status,
          detail: isTold ? general : first.message,
          instance: path,
          ...(isOfFields && { errors: told('field', 'message') }),
          ...beside,
        };
      case 'framework':
        return {
          [name('timestamp')]: views.time(asking.run.now()),
          [name('status')]: status,
          [name('error')]: reasons[status],
          [name('message')]: faults
            .map(({ at, message }) => (at === undefined ? message : `${at}: ${message}`))
            .join('; '),
          [name('path')]: path,
          ...beside,
        };
      case 'numbered':
        return {
          [name('code')]: status * 100 + Object.keys(sentences).indexOf(first.kind),
          [name('message')]: first.message,
          ...(isOfFields && { [name('errors')]: told('name', 'reason') }),
          ...beside,
        };
      case 'by field':
        return {
          [name('message')]: isOfFields
            ? isGerman
              ? 'Die Angaben sind ungültig.'
              : 'The given data was invalid.'
            : first.message,
          ...(isOfFields && {
            [name('errors')]: Object.fromEntries(faults.map(({ at, message }) => [at!, [message]])),
          }),
          ...beside,
        };
    }
  })();
  return json(
    status,
    body,
    headers,
    style.errors === 'problem' ? 'application/problem+json' : 'application/json',
  );
}
