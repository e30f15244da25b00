// The schemas of what the control API takes and answers. They belong to the mock and assume nothing about the service.
import { object } from '../../service/openapi/openapi-document.ts';
import type { Components, Reference, Schema } from '../../service/openapi/openapi-document.ts';
import { keptFields } from '../../service/openapi/json-schema.ts';
import { listingModel } from '../../service/models/listing.ts';
import { reportRunModel } from '../../service/models/report-run.ts';
import { strategyModel } from '../../service/models/strategy.ts';
import { modeNames } from '../modes/mode-switch.ts';
import { faultForms } from '../../service/worlds/faults.ts';

const text = { type: 'string' };
const flag = { type: 'boolean' };
const count = { type: 'integer', minimum: 0 };
const modeName = { type: 'string', enum: modeNames };
const textOrNull = { type: ['string', 'null'] };
const countOrNull = { type: ['integer', 'null'], minimum: 0 };

/** An object that takes only these members; the ones named in `required` must be there. */
function strict(properties: Readonly<Record<string, Schema>>, ...required: readonly string[]): Schema {
  return {
    type: 'object',
    properties,
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  };
}

function list(items: Schema): Schema {
  return { type: 'array', items };
}

const milliseconds = { type: 'integer', description: 'Milliseconds since 1970.' };

const faultMatch = {
  method: text,
  path: { ...text, description: 'Exact; `*` stands for anything, `{name}` for one segment.' },
  query: { type: 'object', additionalProperties: text },
};

const match = strict({
  ...faultMatch,
  status: { type: 'integer', minimum: 100, maximum: 999 },
  body: { type: 'object', description: 'Members that the body must have.' },
});

const fault = {
  kind: {
    ...text,
    description: `One of ${faultForms}.`,
  },
  match: strict(faultMatch),
  times: { type: 'integer', minimum: 1, description: 'How often it strikes at most.' },
  every: { type: 'integer', minimum: 1, description: 'It strikes one request in so many.' },
  probability: { type: 'number', minimum: 0, maximum: 1 },
};

const summary = {
  number: { type: 'integer', minimum: 1, description: 'Counts within the world.' },
  serial: { type: 'integer', minimum: 1, description: 'Counts over all worlds.' },
  world: { ...textOrNull, description: 'The id of its world; null where it was let into none.' },
  at: { type: 'string', format: 'date-time', description: 'By the clock of the world.' },
  method: text,
  path: text,
  query: { ...text, description: 'As sent, without the question mark.' },
  status: { type: 'integer' },
  milliseconds: { type: 'number', minimum: 0 },
  matched: { ...flag, description: 'Whether there is such an endpoint or recorded answer.' },
  error: { type: ['object', 'null'], description: 'The error object of the answer (§7).' },
  kind: { ...textOrNull, description: 'What went wrong, finely.' },
  retry_after: { ...textOrNull, description: 'The answer’s Retry-After.' },
  endpoint: { ...textOrNull, description: 'The endpoint that it is for.' },
  id: { ...textOrNull, description: 'What stands for the id in its path.' },
  countedAt: {
    type: ['integer', 'null'],
    description:
      'When the limits counted or refused it, in milliseconds since 1970 by the clock of the world.',
  },
  ignored: { ...list(text), description: 'Parts of it that were ignored.' },
  injected: { ...textOrNull, description: 'The injected fault.' },
};
const entryFields = {
  ...summary,
  headers: { type: 'object', additionalProperties: text, description: 'Keys and cookies are masked.' },
  body: { description: 'In JSON, or as text; null where there was none, or more than 64 KB.' },
};
const needed = { required: ['number', 'serial', 'at', 'method', 'path', 'status', 'matched'] };
const entry = object(entryFields, needed);

const bodyView = {
  state: {
    ...text,
    description:
      'shown; none; binary (no text, or encoded); cut (longer than 64 KB); or why it is not kept: too-long, passed, off, forgotten.',
  },
  body: { description: 'In JSON or as text; null where it is not shown.' },
  length: { type: ['integer', 'null'] },
};
const headerPairs = list({ type: 'array', items: text, minItems: 2, maxItems: 2 });
const objectOrNull = { type: ['object', 'null'], additionalProperties: true };
const free = { type: 'object', additionalProperties: true };

const detail = object(
  {
    ...entryFields,
    badges: {
      ...list(text),
      description: 'What deserves a look, such as 429, injected, ignored, stale, overlay, miss.',
    },
    interaction: {
      ...textOrNull,
      description: 'The recorded interaction that it was answered from, or became.',
    },
    recorded: { ...textOrNull, description: 'What became of it in the recording that is made.' },
    answer: object({ headers: headerPairs, ...bodyView }),
    errorPage: textOrNull,
    wrote: { ...objectOrNull, description: 'The record that it changed: kind, id, before and after.' },
    replayed: { ...objectOrNull, description: 'Which recorded answer was chosen, and why.' },
    miss: { ...objectOrNull, description: 'Why nothing recorded answers it, and what comes nearest.' },
  },
  needed,
);

const recordChange = object({
  number: { type: 'integer', minimum: 1 },
  at: { type: 'string', format: 'date-time' },
  kind: text,
  id: text,
  before: objectOrNull,
  after: objectOrNull,
});

const linePoints = list({ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 });
const limitLine = object({
  name: { type: 'string', enum: ['second', 'minute'] },
  scope: {
    ...textOrNull,
    description: 'Which requests it counts: an endpoint, a kind of record, reads or writes; null: all.',
  },
  limit: count,
  widthMs: count,
  used: count,
  from: { ...milliseconds, description: 'Since when the line is known.' },
  points: {
    ...linePoints,
    description: 'From a time on, so many are counted: pairs of a time and a number.',
  },
  ahead: { ...linePoints, description: 'How it goes on if no request comes.' },
});

const replayPlace = object({
  world: textOrNull,
  writesDone: {
    ...count,
    description: 'How many of the recorded writes its client has done or passed over.',
  },
  writesOf: count,
  next: { ...textOrNull, description: 'The first write that it has not done; null: it has done all.' },
  served: { ...count, description: 'How many of the recorded answers it got.' },
});

const listingFields = keptFields(listingModel.fields);
const strategyFields = keptFields(strategyModel.fields);
const reportFields = keptFields(reportRunModel.fields);
const listing = object(listingFields, { required: ['id'] });
const strategy = object(strategyFields, { required: ['id'] });
const report = object({ ...reportFields, status: text }, { required: ['id'] });

const schemas = {
  Error: object({
    error: object(
      { code: text, message: text, param: text, doc_url: { type: 'string', format: 'uri' } },
      { required: ['code', 'message', 'doc_url'] },
    ),
  }),
  Health: object({ status: { type: 'string', const: 'ok' }, mode: text, version: text }),
  Assumptions: object({
    assumptions: list(
      object(
        {
          id: text,
          gap: text,
          section: text,
          question: text,
          reason: text,
          evidence: text,
          values: text,
          value: { type: ['string', 'number', 'null'] },
          default: { type: ['string', 'number'] },
        },
        { additionalProperties: true },
      ),
    ),
    form: object({}, { additionalProperties: true }),
  }),
  OpenApi: object({ openapi: text }, { additionalProperties: true }),
  Listing: listing,
  Strategy: strategy,
  Report: report,
  Listings: list(listing),
  Strategies: list(strategy),
  Reports: list(report),
  ListingFields: strict(listingFields),
  StrategyFields: strict(strategyFields),
  ReportFields: strict(reportFields),
  State: object({ listings: list(listing), strategies: list(strategy), reports: list(report) }),
  Snapshot: {
    type: 'object',
    additionalProperties: true,
    description: 'Records and clock, as they were; its form may change between versions.',
  },
  Clock: object({ now: milliseconds, frozen: flag }),
  Freeze: strict({
    at: {
      type: ['string', 'integer'],
      description: 'Milliseconds since 1970, ISO 8601 with a zone, or a date alone (UTC).',
    },
  }),
  Advance: strict(
    { by: { type: ['string', 'number'], description: 'Milliseconds, or such as 250ms, 61s, 5m, 1h, 2d.' } },
    'by',
  ),
  Nothing: strict({}),
  Fault: object({ id: text, ...fault, struck: count }, { required: ['id', 'struck'] }),
  Faults: list(object({ id: text, ...fault, struck: count }, { required: ['id', 'struck'] })),
  NewFault: strict(fault, 'kind'),
  Requests: object({ data: list(entry), total: { ...count, description: 'How many fit, on all pages.' } }),
  Count: object({ count }),
  Verification: strict({ match, exactly: count, atLeast: count, atMost: count }),
  Verified: object({ verified: flag, count, requests: list(entry) }),
  RequestDetail: detail,
  Found: object({
    serials: list(count),
    searched: { ...count, description: 'How many were looked through.' },
  }),
  Changes: object({ data: list(recordChange), total: count }),
  ReportFiles: object({
    data: list(
      object({ format: text, url: text, expiresAt: milliseconds, sizeBytes: count, compression: textOrNull }),
    ),
  }),
  Limits: object({
    applied: {
      ...flag,
      description:
        'Whether they refuse requests; else requests are counted against those of §8 all the same.',
    },
    algorithm: text,
    counts: { type: 'string', enum: ['passed', 'all'], description: 'Which requests are counted.' },
    now: milliseconds,
    windows: list(limitLine),
    refused: list(object({ number: count, serial: count, at: milliseconds, window: text })),
  }),
  Recording: object({
    name: text,
    upstream: text,
    total: count,
    writes: list(text),
    interactions: list(
      object({
        number: count,
        id: text,
        at: text,
        milliseconds: { type: 'number' },
        method: text,
        path: text,
        query: text,
        status: count,
        write: flag,
        used: flag,
        about: {
          ...text,
          description:
            'What it is about, as the replay has it: writes and reads of one such path belong together.',
        },
        epoch: { ...count, description: 'How many writes were recorded before it.' },
        inForce: {
          ...list(object({ from: count, until: countOrNull, stale: flag })),
          description:
            'Where it is the answer in force to a client that has done the writes in recorded order, in numbers of writes done. `stale`: it does not show all of them. None: it never answers.',
        },
      }),
    ),
    clients: list(replayPlace),
    answered: count,
    missed: count,
    unused: count,
    misses: list(object({ request: text, count })),
  }),
  ReplayAt: strict(
    {
      at: {
        type: ['string', 'integer'],
        description:
          'The number or the id of a write that changed something; 0 is the start of the recording.',
      },
    },
    'at',
  ),
  ReplayPlace: replayPlace,
  Interaction: object({
    id: text,
    at: text,
    milliseconds: { type: 'number' },
    request: object({ method: text, path: text, query: text, headers: headerPairs, ...bodyView }),
    response: object({ status: count, headers: headerPairs, ...bodyView }),
  }),
  Learned: {
    ...free,
    description: 'What `pricing-mock learn` says of the recording, without the form of the answers.',
  },
  Fidelity: { ...free, description: 'What `pricing-mock fidelity --json` prints.' },
  Checks: object({
    worlds: list(object({ world: textOrNull, failed: list(text), passed: count, facts: list(free) })),
  }),
  Audit: {
    type: 'object',
    additionalProperties: true,
    description: 'What the client of the world did, with counts and requests.',
  },
  Coverage: object({
    met: count,
    of: { ...count, description: 'How many answers the specification defines under the settings in force.' },
    percent: { type: 'number', minimum: 0, maximum: 100 },
    answers: list(
      object({
        endpoint: text,
        method: text,
        path: text,
        status: count,
        error: textOrNull,
        count,
        defined: { ...flag, description: 'Whether the specification defines it, so that it counts.' },
      }),
    ),
  }),
  Mode: object({
    mode: modeName,
    recording: textOrNull,
    upstream: textOrNull,
  }),
  NewMode: strict(
    {
      mode: modeName,
      recording: text,
      at: {
        type: ['string', 'integer'],
        description: 'Of a replay: begin at the state after this recorded write, by its number or id.',
      },
    },
    'mode',
  ),
  Worlds: list(
    object({
      id: text,
      requests: count,
      current: { ...flag, description: 'Whether this request means it.' },
    }),
  ),
} as const satisfies Readonly<Record<string, Schema>>;

export type ControlSchema = keyof typeof schemas;

export function controlSchema(components: Components, name: ControlSchema): Reference {
  return components.ref('schemas', name, () => schemas[name]);
}
