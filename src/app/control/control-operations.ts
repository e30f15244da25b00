// The operations of the control API, one row each: what they do, take and answer. Their paths and methods stand in the
// tables of routes.
import type { ControlSchema } from './control-schemas.ts';

export interface OperationWords {
  readonly tag: 'About' | 'State' | 'Clock' | 'Faults' | 'Requests' | 'Recording' | 'Server';
  readonly summary: string;
  readonly takes?: ControlSchema;
  /** Whether the body may be left out. */
  readonly optional?: boolean;
  /** Whether it is about no single world. */
  readonly ofServer?: boolean;
  /** Undefined: the answer has no body. */
  readonly answers?: ControlSchema;
  readonly status?: 201;
  /** Names of query parameters. */
  readonly query?: readonly ControlParameter[];
  /** Statuses of errors that not all operations have. */
  readonly errors?: readonly (404 | 409)[];
  /** The media type of an answer that is no JSON. */
  readonly type?: 'text/plain' | 'text/html' | 'text/event-stream';
  /** A file of the page, for browsers: no operation of an API. */
  readonly isFile?: true;
}

const matching = ['method', 'path', 'status', 'unmatched', 'unauthenticated'] as const;

// prettier-ignore
export const controlOperations = {
  readHealth: { tag: 'About', summary: 'Whether the server is up', answers: 'Health' },
  readAssumptions: { tag: 'About', summary: 'Where the specification is silent, and what holds there', answers: 'Assumptions' },
  readOpenapi: { tag: 'About', summary: 'This document, or that of the service', answers: 'OpenApi', query: ['of'] },
  explainError: { tag: 'About', summary: 'What an error code means', type: 'text/plain', errors: [404] },

  readPage: { tag: 'About', summary: 'The page that shows what happens here', isFile: true },
  readPageScript: { tag: 'About', summary: 'The program of the page', isFile: true },
  readPageStyle: { tag: 'About', summary: 'The looks of the page', isFile: true },

  readState: { tag: 'State', summary: 'All records of the world', answers: 'State', errors: [409] },
  resetWorld: { tag: 'State', summary: 'Bring the world to where it began: records, clock, limits, faults, request log', takes: 'Nothing', optional: true },
  saveSnapshot: { tag: 'State', summary: 'The records and the clock of the world, to be restored later', answers: 'Snapshot', errors: [409] },
  listChanges: { tag: 'State', summary: 'What became of the records, oldest first', answers: 'Changes', query: ['id'], errors: [409] },
  listReportFiles: { tag: 'State', summary: 'The links to the files of a report run, if it is completed', answers: 'ReportFiles', errors: [404, 409] },
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

  listRequests: { tag: 'Requests', summary: 'What the world was asked, oldest first', answers: 'Requests', query: [...matching, 'limit', 'after'] },
  clearRequests: { tag: 'Requests', summary: 'Empty the request log', query: ['unauthenticated'] },
  countRequests: { tag: 'Requests', summary: 'How many requests fit', answers: 'Count', query: matching },
  verifyRequests: { tag: 'Requests', summary: 'Whether as many requests fit as are named, or else at least one', takes: 'Verification', answers: 'Verified', query: ['unauthenticated'] },
  watchRequests: { tag: 'Requests', summary: 'Each request as it is answered, as server-sent events', type: 'text/event-stream', query: ['unauthenticated', 'after'] },
  searchRequests: { tag: 'Requests', ofServer: true, summary: 'Which of the newest requests of all worlds hold a text, headers and bodies included', answers: 'Found', query: ['text'] },
  readRequest: { tag: 'Requests', summary: 'A request with its answer, the record that it changed, and what a replay made of it', answers: 'RequestDetail', query: ['unauthenticated'], errors: [404] },

  readRecording: { tag: 'Recording', ofServer: true, summary: 'The interactions of the recording, which of them is in force after which write, and where each client of a replay stands', answers: 'Recording', query: ['limit', 'after'], errors: [409] },
  readInteraction: { tag: 'Recording', ofServer: true, summary: 'An interaction with its bodies', answers: 'Interaction', errors: [404, 409] },
  moveReplay: { tag: 'Recording', summary: 'Take the client of the world to the state after a recorded write', takes: 'ReplayAt', answers: 'ReplayPlace', errors: [409] },
  readLearned: { tag: 'Recording', ofServer: true, summary: 'What the recording shows of how its service speaks', answers: 'Learned', errors: [409] },
  readFidelity: { tag: 'Recording', ofServer: true, summary: 'How faithful a mock is that has learned from the recording', answers: 'Fidelity', errors: [409] },

  watchServer: { tag: 'Server', ofServer: true, summary: 'All that happens in all worlds, as server-sent events', type: 'text/event-stream' },
  listChecks: { tag: 'Server', ofServer: true, summary: 'What the clients of all worlds did, and which of it is more than may be', answers: 'Checks', errors: [409] },
  readLimits: { tag: 'Server', summary: 'How full the windows of the limits of the world were, as the limits count', answers: 'Limits' },
  readMode: { tag: 'Server', ofServer: true, summary: 'Whether the server mocks, replays or records', answers: 'Mode' },
  changeMode: { tag: 'Server', ofServer: true, summary: 'Change between mock, replay and record', takes: 'NewMode', answers: 'Mode', errors: [409] },
  listWorlds: { tag: 'Server', summary: 'The worlds that are open', answers: 'Worlds' },
  dropWorld: { tag: 'Server', ofServer: true, summary: 'Forget a world and all that is in it', errors: [404] },
  readAudit: { tag: 'Server', summary: 'What the client of the world did, in facts', answers: 'Audit', errors: [409] },
  readCoverage: { tag: 'Server', summary: 'Which answers the clients of all worlds have met, and which not', answers: 'Coverage', errors: [409], ofServer: true },
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
  id: { description: 'Only changes of the record with this id.', schema: { type: 'string' } },
  text: { description: 'What to look for, whatever the case.', schema: { type: 'string' } },
  limit: {
    description: 'How many at most.',
    schema: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
  },
  after: {
    description: 'Only those behind the one of this number.',
    schema: { type: 'integer', minimum: 0 },
  },
} as const;

export type ControlParameter = keyof typeof controlParameters;

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
      tag,
      summary: `Create ${one}`,
      takes: `${One}Fields`,
      answers: One,
      status: 201,
      errors: [409],
    },
    [`read${One}`]: { tag, summary: `Read ${one}`, answers: One, errors: [404, 409] },
    [`change${One}`]: {
      tag,
      summary: `Change ${one}`,
      takes: `${One}Fields`,
      answers: One,
      errors: [404, 409],
    },
    [`remove${One}`]: { tag, summary: `Remove ${one}`, errors: [404, 409] },
  };
  type Verb = 'create' | 'read' | 'change' | 'remove';
  return operations as Readonly<Record<`readAll${Many}` | `${Verb}${One}`, OperationWords>>;
}
