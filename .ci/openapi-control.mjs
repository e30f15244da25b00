// What openapi.mjs asks the control API: each operation of the document, and each error that it names.

const json = { 'Content-Type': 'application/json' };
const unknown = { nobody: 'knows' };
const board = '11111111-1111-4111-8111-111111111111';
const large = { more: 'x'.repeat(2 * 1024 * 1024) };

/** What Prism cannot pass on: a stream without an end, a body of 64 MB, names of other hosts; and a server has an audit. */
export const unaskable = [
  'watchRequests 200',
  'watchServer 200',
  'restoreSnapshot 413',
  'readAudit 409',
  'readCoverage 409',
  'listChecks 409',
  'readHealth 403',
  'readAssumptions 403',
  'readOpenapi 403',
  'explainError 403',
];

/** Operation, method, path, status; a body that is taken and one, or a query, that is refused. */
const rows = [
  ['readHealth', 'GET', 'health', 200],
  ['readAssumptions', 'GET', 'assumptions', 200],
  ['readOpenapi', 'GET', 'openapi.json', 200, undefined, '?of=nothing'],
  ['explainError', 'GET', 'errors/not_found', 200],
  ['readState', 'GET', 'state', 200],
  ['saveSnapshot', 'GET', 'state/snapshot', 200],
  ['restoreSnapshot', 'PUT', 'state/snapshot', 204, 'the snapshot', unknown],
  ['readAllListings', 'GET', 'state/listings', 200],
  ['readAllStrategies', 'GET', 'state/strategies', 200],
  ['readAllReports', 'GET', 'state/reports', 200],
  ['createListing', 'POST', 'state/listings', 201, { minPrice: 1, maxPrice: 2 }, { minPrice: 'x' }],
  ['createStrategy', 'POST', 'state/strategies', 201, { id: 'new', name: 'New' }, { name: 17 }],
  ['createReport', 'POST', 'state/reports', 201, { id: 'new' }, { type: 17 }],
  ['readListing', 'GET', `state/listings/${board}`, 200],
  ['listChanges', 'GET', `state/changes?id=${board}`, 200, undefined, '?id='],
  ['listReportFiles', 'GET', 'state/reports/new/files', 200],
  ['readStrategy', 'GET', 'state/strategies/new', 200],
  ['readReport', 'GET', 'state/reports/new', 200],
  ['changeListing', 'PATCH', `state/listings/${board}`, 200, { minPrice: 15 }, { minPrice: 'x' }],
  ['changeStrategy', 'PATCH', 'state/strategies/new', 200, { name: 'Newer' }, { name: 17 }],
  ['changeReport', 'PATCH', 'state/reports/new', 200, { type: 'sales' }, { type: 17 }],
  ['removeStrategy', 'DELETE', 'state/strategies/new', 204],
  ['removeStrategy', 'DELETE', 'state/strategies/aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 400],
  ['removeReport', 'DELETE', 'state/reports/new', 204],
  ['removeListing', 'DELETE', `state/listings/${board}`, 204],
  ['readClock', 'GET', 'clock', 200],
  ['freezeClock', 'POST', 'clock/freeze', 200, {}, { at: 'tomorrow' }],
  ['advanceClock', 'POST', 'clock/advance', 200, { by: '61s' }, { by: '-1s' }],
  ['resumeClock', 'POST', 'clock/resume', 200, {}, unknown],
  [
    'addFault',
    'POST',
    'faults',
    201,
    { kind: 'reset', match: { path: '/v1/*' }, times: 1 },
    { kind: 'boredom' },
  ],
  ['listFaults', 'GET', 'faults', 200],
  ['removeFault', 'DELETE', 'faults/the-fault', 204],
  ['clearFaults', 'DELETE', 'faults', 204],
  ['listRequests', 'GET', 'requests?method=GET&limit=10', 200, undefined, '?limit=x'],
  ['countRequests', 'GET', 'requests/count?path=/v1/*', 200, undefined, '?status=x'],
  ['searchRequests', 'GET', 'requests/search?text=listings', 200, undefined, '?text='],
  ['readRequest', 'GET', 'requests/1', 200, undefined, '?unauthenticated=x'],
  ['verifyRequests', 'POST', 'requests/verify', 200, { match: { method: 'GET' } }, { exactly: -1 }],
  ['watchRequests', 'GET', 'requests/stream', 200, undefined, '?after=x'],
  ['clearRequests', 'DELETE', 'requests', 204, undefined, '?unauthenticated=x'],
  ['readMode', 'GET', 'mode', 200],
  ['changeMode', 'PUT', 'mode', 200, { mode: 'mock' }, { mode: 'sleep' }],
  ['listWorlds', 'GET', 'worlds', 200],
  ['readAudit', 'GET', 'audit', 200],
  ['readCoverage', 'GET', 'coverage', 200],
  ['listChecks', 'GET', 'checks', 200],
  ['readLimits', 'GET', 'limits', 200],
  ['watchServer', 'GET', 'events', 200],
  ['dropWorld', 'DELETE', 'worlds/test_key', 204],
  ['resetWorld', 'POST', 'state/reset', 204, {}, unknown],
];

/** What works on the recording that a server replays. */
const ofRecording = [
  ['readRecording', 'GET', 'recording', 200, undefined, '?limit=x'],
  ['moveReplay', 'PUT', 'replay/at', 200, { at: 0 }, { at: true }],
  ['readInteraction', 'GET', 'recording/1-get-listings', 200],
  ['readLearned', 'GET', 'learned', 200],
  ['readFidelity', 'GET', 'fidelity', 200],
];

/**
 * Each row as it is taken, then with everything about it that can be wrong. `bad`: what the document itself forbids.
 * @param recording the name of a recording, in which no records can be changed
 * @param has404 whether the document says that an operation answers 404, as all do that are about a world
 */
export async function* controlCalls(url, token, recording, has404) {
  const headers = { Authorization: `Bearer ${token}` };
  const read = async (path) => (await fetch(`${url}/__mock/${path}`, { headers })).json();
  const one = ([operation, method, path], status, more = {}) => {
    return { operation, method, target: `/__mock/${path}`, status, headers, ...more };
  };
  const sent = (body, type = json) => ({ headers: { ...headers, ...type }, body: JSON.stringify(body) });
  // Something to list, and the world of the server's own key to drop.
  for (const path of ['/v1/listings', '/v1/nothing'])
    await fetch(`${url}${path}`, { headers: { 'X-API-KEY': 'test_key' } });

  const snapshot = await read('state/snapshot');
  const bodyOf = (good) => (good === undefined ? {} : sent(good === 'the snapshot' ? snapshot : good));
  /** An operation as it is taken, then with everything about it that can be wrong. */
  const tried = function* (row, target = row[2]) {
    const [operation, method, path, status, good, wrong] = row;
    const isOpen = unaskable.includes(`${operation} 403`);
    const body = bodyOf(good);
    const asked = [operation, method, target];
    if (!unaskable.includes(`${operation} 200`)) yield one(asked, status, body);
    // The 404 of an interaction is about its id, whatever world is named.
    if (!isOpen && has404(operation) && operation !== 'readInteraction')
      yield one(asked, 404, { ...body, headers: { ...headers, ...body.headers, 'X-Mock-World': 'nobody' } });
    if (!isOpen) {
      yield one(asked, 401, { ...body, headers: { ...body.headers, Authorization: 'Bearer wrong' } });
      yield one(asked, 403, {
        ...body,
        headers: { ...headers, ...body.headers, 'Sec-Fetch-Site': 'cross-site' },
      });
    }
    const beside = `${target}${target.includes('?') ? '&' : '?'}nobody=knows`;
    yield one([operation, method, beside], 400, { ...body, bad: true });
    if (typeof wrong === 'string')
      yield one([operation, method, path.split('?')[0] + wrong], 400, { bad: true });
    if (typeof wrong === 'object') {
      yield one(asked, 400, { ...sent(wrong), bad: true });
      yield one(asked, 415, { ...sent({}, { 'Content-Type': 'text/plain' }), bad: true });
      if (!unaskable.includes(`${operation} 413`)) yield one(asked, 413, { ...sent(large), bad: true });
    }
  };
  for (const row of rows) {
    const [operation, method, path, , good] = row;
    yield* tried(row, operation === 'removeFault' ? `faults/${(await read('faults'))[0].id}` : path);
    if (/\/(new|w1|the-fault|not_found|[1-]{10}.*)$/.test(path) && method !== 'POST') {
      yield one([operation, method, path.replace(/[^/]+$/, 'nobody')], 404, bodyOf(good));
    }
  }
  const changeMode = rows.find(([operation]) => operation === 'changeMode');
  yield one(changeMode, 409, sent({ mode: 'replay', recording: 'nothing-of-this-name' }));
  for (const row of ofRecording) yield one(row, 409, bodyOf(row[4]));
  yield one(changeMode, 200, sent({ mode: 'replay', recording }));
  for (const row of ofRecording) {
    const isInteraction = row[0] === 'readInteraction';
    const [first] = isInteraction ? (await read('recording')).interactions : [];
    yield* tried(row, isInteraction ? `recording/${first.id}` : row[2]);
    if (isInteraction) yield one([row[0], 'GET', 'recording/nobody'], 404);
  }
  for (const row of rows.filter(([, , path]) => path.startsWith('state') && path !== 'state/reset')) {
    yield one(row, 409, bodyOf(row[4]));
  }
}
