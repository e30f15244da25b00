// The operations of the control API, one row each: what they do, take and answer. Their paths and methods stand in the
// tables of routes.
import type { ControlSchema } from './control-schemas.ts';

export interface OperationWords {
  readonly tag: 'About' | 'State' | 'Clock' | 'Faults' | 'Requests' | 'Server';
  readonly summary: string;
  readonly takes?: ControlSchema;
  /** Whether the body may be left out. */
  readonly optional?: boolean;
  /** Undefined: the answer has no body. */
  readonly answers?: ControlSchema;
  readonly status?: 201;
  /** Names of query parameters. */
  readonly query?: readonly ControlParameter[];
  /** Statuses of errors that not all operations have. */
  readonly errors?: readonly (400 | 404 | 409)[];
  /** The media type of an answer that is no JSON. */
  readonly type?: 'text/plain' | 'text/event-stream';
}

const matching = ['method', 'path', 'status', 'unmatched', 'unauthenticated'] as const;

// prettier-ignore
export const controlOperations = {
  readHealth: { tag: 'About', summary: 'Whether the server is up', answers: 'Health' },
  readAssumptions: { tag: 'About', summary: 'Where the specification is silent, and what holds there', answers: 'Assumptions' },
  readOpenapi: { tag: 'About', summary: 'This document, or that of the service', answers: 'OpenApi', query: ['of'], errors: [400] },
  explainError: { tag: 'About', summary: 'What an error code means', type: 'text/plain', errors: [404] },

  readState: { tag: 'State', summary: 'All records of the world', answers: 'State', errors: [409] },
  resetWorld: { tag: 'State', summary: 'Bring the world to where it began: records, clock, limits, faults, request log', takes: 'Nothing', optional: true },
  saveSnapshot: { tag: 'State', summary: 'The records and the clock of the world, to be restored later', answers: 'Snapshot', errors: [409] },
  restoreSnapshot: { tag: 'State', summary: 'Bring records and clock to a snapshot', takes: 'Snapshot', errors: [409] },
  ...collection('Listing', 'Listings', 'a listing', 'the listings'),
  ...collection('Strategy', 'Strategies', 'a strategy', 'the strategies'),
  ...collection('Report', 'Reports', 'a report run', 'the report runs'),

  readClock: { tag: 'Clock', summary: 'The time in the world', answers: 'Clock' },
  freezeClock: { tag: 'Clock', summary: 'Stop the clock, at a time if one is named', takes: 'Freeze', optional: true, answers: 'Clock' },
  advanceClock: { tag: 'Clock', summary: 'Move the clock forward', takes: 'Advance', answers: 'Clock' },
  resumeClock: { tag: 'Clock', summary: 'Let the clock run', takes: 'Nothing', optional: true, answers: 'Clock' },

  listFaults: { tag: 'Faults', summary: 'The faults of the world', answers: 'Faults' },
  addFault: { tag: 'Faults', summary: 'Add a fault', takes: 'NewFault', answers: 'Fault', status: 201 },
  clearFaults: { tag: 'Faults', summary: 'Remove all faults' },
  removeFault: { tag: 'Faults', summary: 'Remove a fault', errors: [404] },

  listRequests: { tag: 'Requests', summary: 'What the world was asked, oldest first', answers: 'Requests', query: [...matching, 'limit', 'after'], errors: [400] },
  clearRequests: { tag: 'Requests', summary: 'Empty the request log', query: ['unauthenticated'], errors: [400] },
  countRequests: { tag: 'Requests', summary: 'How many requests fit', answers: 'Count', query: matching, errors: [400] },
  verifyRequests: { tag: 'Requests', summary: 'Whether as many requests fit as are named, or else at least one', takes: 'Verification', answers: 'Verified', query: ['unauthenticated'] },
  watchRequests: { tag: 'Requests', summary: 'Each request as it is answered, as server-sent events', type: 'text/event-stream', query: ['unauthenticated', 'after'], errors: [400] },

  readMode: { tag: 'Server', summary: 'Whether the server mocks, replays or records', answers: 'Mode' },
  changeMode: { tag: 'Server', summary: 'Change between mock, replay and record', takes: 'NewMode', answers: 'Mode', errors: [409] },
  listWorlds: { tag: 'Server', summary: 'The worlds that are open', answers: 'Worlds' },
  dropWorld: { tag: 'Server', summary: 'Forget a world and all that is in it', errors: [404] },
  readAudit: { tag: 'Server', summary: 'What the client of the world did, in facts', answers: 'Audit', errors: [409] },
} as const satisfies Readonly<Record<string, OperationWords>>;

export type ControlOperation = keyof typeof controlOperations;

export const controlParameters = {
  of: { description: 'Which document.', schema: { type: 'string', enum: ['service', 'control'] } },
  method: { description: 'Only requests with this method.', schema: { type: 'string' } },
  path: {
    description: 'Only requests for this path; `*` and `{name}` stand for anything.',
    schema: { type: 'string' },
  },
  status: {
    description: 'Only requests answered so.',
    schema: { type: 'integer', minimum: 100, maximum: 999 },
  },
  unmatched: {
    description: 'Only requests that found no endpoint or recording (true), or only others.',
    schema: { type: 'boolean' },
  },
  unauthenticated: {
    description: 'Instead of the world’s, requests that no world let in.',
    schema: { type: 'boolean' },
  },
  limit: {
    description: 'How many at most.',
    schema: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
  },
  after: {
    description: 'Only requests behind the one of this number.',
    schema: { type: 'integer', minimum: 0 },
  },
} as const;

type ControlParameter = keyof typeof controlParameters;

/** The five operations on the records of one kind. */
function collection<One extends 'Listing' | 'Strategy' | 'Report', Many extends ControlSchema>(
  One: One,
  Many: Many,
  one: string,
  many: string,
) {
  const tag = 'State';
  const operations: Readonly<Record<string, OperationWords>> = {
    [`readAll${Many}`]: { tag, summary: `Read ${many}`, answers: Many, errors: [409] },
    [`create${One}`]: {
      ...{ tag, summary: `Create ${one}`, takes: `${One}Fields`, answers: One, status: 201, errors: [409] },
    },
    [`read${One}`]: { tag, summary: `Read ${one}`, answers: One, errors: [404, 409] },
    [`change${One}`]: {
      tag,
      summary: `Change ${one}`,
      takes: `${One}Fields`,
      answers: One,
      errors: [404, 409],
    },
    // A strategy that listings have stays.
    [`remove${One}`]: {
      tag,
      summary: `Remove ${one}`,
      errors: One === 'Strategy' ? [400, 404, 409] : [404, 409],
    },
  };
  type Verb = 'create' | 'read' | 'change' | 'remove';
  return operations as Readonly<Record<`readAll${Many}` | `${Verb}${One}`, OperationWords>>;
}
