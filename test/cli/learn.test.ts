// `pricing-mock learn`, `serve --from` and `--profile`, `assumptions --profile`: from a recording to a mock of it.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { interaction, printRecording, recordingOf, temporaryDirectory } from '../support/recordings.ts';
import { run, startCommand } from './command.ts';

const id = '11111111-1111-4111-8111-111111111111';
const record = {
  id,
  min_price: '15.99',
  max_price: '24.99',
  strategy_id: 'str_1',
  tags: ['a'],
  title: 'Secret title',
};
const other = { ...record, id: '22222222-2222-4222-8222-222222222222', title: 'Another title' };
const json: readonly (readonly [string, string])[] = [['Content-Type', 'application/json']];
const session = recordingOf(
  interaction('1-get-listings', { body: { items: [record, other], total: 2 } }),
  interaction('2-get-listing', { path: `/v1/listings/${id}`, body: record }),
  interaction('3-patch-price', {
    method: 'PATCH',
    path: `/v1/listings/${id}/price`,
    requestHeaders: json,
    requestBody: { min_price: '16.50', max_price: '25.50' },
    body: { ...record, min_price: '16.50', max_price: '25.50' },
  }),
  interaction('4-get-listing', {
    path: '/v1/listings/99999999-9999-4999-8999-999999999999',
    status: 404,
    body: {
      error: {
        code: 'E_LOST',
        message: 'No listing 99999999-9999-4999-8999-999999999999.',
        doc_url: 'https://docs.example.com/errors/E_LOST',
      },
    },
  }),
  interaction('5-get-listing', {
    path: '/v1/listings/twelve',
    status: 400,
    body: { error: { code: 'E_FORM' } },
  }),
  interaction('6-get-listing', {
    path: '/v1/listings/thirteen',
    status: 404,
    body: { error: { code: 'E_FORM' } },
  }),
);

let cwd: string;
beforeEach(async () => {
  cwd = await temporaryDirectory();
  await mkdir(join(cwd, 'recordings'));
  await writeFile(join(cwd, 'recordings/session.json'), printRecording(session));
});
const learn = () => run(['learn', 'session', '-o', 'profile.json'], { cwd });

async function ask(
  url: string,
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; text: string }> {
  const headers = { 'X-API-KEY': 'test_key', 'Content-Type': 'application/json' };
  const response = await fetch(url + path, { ...init, headers });
  return { status: response.status, text: await response.text() };
}

async function serving(...argv: readonly string[]): Promise<string> {
  const started = await startCommand(['--port', '0', ...argv], { cwd });
  onTestFinished(() => started[Symbol.asyncDispose]());
  return started.url;
}

test('learn tells how much it has learned, and what to do with it', async () => {
  const { code, out, err } = await learn();
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(
    /^Learned from 6 interactions\. Kinds of requests: \d+ refused, \d+ accepted, \d+ undecided\. Places of answers that are guesses: \d+\.\n/,
  );
  expect(out).toContain('pricing-mock serve --profile profile.json');
  expect(await readFile(join(cwd, 'profile.json'), 'utf8')).not.toContain('Secret title');
});

test('without --out the profile is printed', async () => {
  const { out } = await run(['learn', 'session'], { cwd });
  await learn();
  expect(out).toBe(await readFile(join(cwd, 'profile.json'), 'utf8'));
});

test('a recording that is not there, or that is empty, is refused', async () => {
  expect(await run(['learn', 'nothing'], { cwd })).toMatchObject({ code: 4, out: '' });
  await writeFile(join(cwd, 'recordings/empty.json'), printRecording(recordingOf()));
  const { code, err } = await run(['learn', 'empty'], { cwd });
  expect([code, err]).toEqual([
    4,
    'pricing-mock: recordings/empty.json: holds no interaction to learn from\n',
  ]);
});

test('assumptions tells what the service does, on what that rests, and which assumptions are left', async () => {
  await learn();
  const { out } = await run(['assumptions', '--profile', 'profile.json'], { cwd });
  expect(out).toMatch(/^Learned from 6 interactions of 1 recording: listListings once, getListing 4 times/);
  expect(out).toMatch(/^refused +id-unknown at id for getListing: 404, once \(session\/4-get-listing\)$/m);
  expect(out).toMatch(/^undecided +.*key-missing/m);
  expect(out).toContain('Left open are 3 assumptions.');
  const { out: text } = await run(['assumptions', '--profile', 'profile.json', '--json'], { cwd });
  const told = JSON.parse(text) as { behaviours: object[]; assumptions: { id: string }[] };
  expect(told.behaviours).toContainEqual({
    cause: 'id-unknown',
    on: ['getListing'],
    param: 'id',
    is: 'refused',
    status: 404,
    seen: 1,
    interactions: ['session/4-get-listing'],
  });
  expect(told.assumptions.map(({ id }) => id)).toContain('max-body');
  expect(told.assumptions.map(({ id }) => id)).not.toContain('price-form');
});

test('serve --from and --profile is a mock of the recorded service, and takes writes', async () => {
  await learn();
  const url = await serving('--from', 'session', '--profile', 'profile.json');
  expect((await ask(url, '/v1/listings')).text).toBe(
    JSON.stringify({ items: [{ ...record, min_price: '16.50', max_price: '25.50' }, other], total: 2 }),
  );
  const write = { method: 'PATCH', body: JSON.stringify({ min_price: '17.00', max_price: '31.50' }) };
  const changed = JSON.stringify({ ...record, min_price: '17.00', max_price: '31.50' });
  expect(await ask(url, `/v1/listings/${id}/price`, write)).toEqual({ status: 200, text: changed });
  expect((await ask(url, `/v1/listings/${id}`)).text).toBe(changed);
  expect((await ask(url, '/v1/listings/88888888-9999-4999-8999-999999999999')).text).toBe(
    '{"error":{"code":"E_LOST","message":"No listing 88888888-9999-4999-8999-999999999999.","doc_url":"https://docs.example.com/errors/E_LOST"}}',
  );
});

test('serve --profile alone has generated records of the learned shape', async () => {
  await learn();
  const url = await serving('--profile', 'profile.json', '--data', 'tiny');
  const { items, total } = JSON.parse((await ask(url, '/v1/listings')).text) as {
    items: (typeof record)[];
    total: number;
  };
  expect(total).toBe(3);
  for (const item of items) {
    expect(Object.keys(item)).toEqual(Object.keys(record));
    expect(item.min_price).toMatch(/^\d+\.\d\d$/);
  }
});

test('serve --from alone speaks as the recorded service does, and tells what was found', async () => {
  const { out } = await run(['--port', '0', '--from', 'session'], { cwd });
  expect(out).toContain('recording session (2 listings, 0 strategies, 0 report runs)');
  expect(out).toContain('the recording shows no report runs');
  const url = await serving('--from', 'session');
  expect((await ask(url, '/v1/listings')).text).toBe(
    JSON.stringify({ items: [{ ...record, min_price: '16.50', max_price: '25.50' }, other], total: 2 }),
  );
});

test('serve --from opens with the records as of the start, or as of the end', async () => {
  const bound = async (url: string) =>
    (JSON.parse((await ask(url, `/v1/listings/${id}`)).text) as typeof record).min_price;
  expect(await bound(await serving('--from', 'session', '--as-of', 'start'))).toBe('15.99');
  expect(await bound(await serving('--from', 'session', '--as-of', 'end'))).toBe('16.50');
});

test.each([
  [['--from', 'session', '--fixtures', 'x.json'], 2, /exclude each other/],
  [['--from', 'session', '--data', 'tiny'], 2, /--from and --data exclude each other/],
  [['--from', 'session', '--data', 'default'], 2, /--from and --data exclude each other/],
  [['--from', 'session', '--listings', '5'], 2, /goes with generated data/],
  [['--from', 'session', '--archived'], 2, /--archived: goes with generated data, not with --from; leave/],
  [
    ['--from', 'session', '--incomplete', '0.1'],
    2,
    /--incomplete: goes with generated data, not with --from/,
  ],
  [
    ['--profile', 'profile.json', '--archived'],
    2,
    /--archived: makes listings of our form, which a learned profile does not show; leave one out/,
  ],
  [['--profile', 'profile.json', '--incomplete', '0.1'], 2, /--incomplete: makes listings of our form/],
  [['--from', 'nothing'], 4, /nothing/],
  [['--profile', 'profile.json', '--fixtures', 'x.json'], 2, /records of our form/],
  [['--from', 'session', '--profile', 'strict'], 2, /a recording is served as its service speaks/],
  [['--from', 'session', '--assume', 'list-key=items'], 2, /'list-key' is decided by how/],
  [['--from', 'session', '--as-of', 'noon'], 2, /start, end/],
  [
    ['--profile', 'profile.json', '--assume', 'price-form=cents'],
    2,
    /'price-form' is decided by how the recorded service speaks/,
  ],
])('%j is refused in one line', async (argv, expected, words) => {
  await learn();
  const { code, err } = await run(['--port', '0', ...argv], { cwd });
  expect(code).toBe(expected);
  expect(err).toMatch(/^pricing-mock: [^\n]+\n$/);
  expect(err).toMatch(words);
});
