// What `record` prints of an answer that it could not keep, and how it counts.
import { expect, test } from 'vitest';
import type { LogForm } from '../../src/cli/printer.ts';
import { createRecordLog } from '../../src/cli/record-log.ts';
import { RecordingError, unrecordable } from '../../src/recording/file/recording-error.ts';
import { apiRequest } from '../support/upstreams.ts';

const reason = 'recordings/a.json: an answer is not recorded: response.reason is not a reason phrase';

function logTo(write: (text: string) => void, form: LogForm = 'pretty') {
  return createRecordLog(form, {
    write,
    paint: (_, text) => text,
    now: Date.now,
    live: false,
    ownKeys: false,
    keys: [],
    mask: (request) => request,
  });
}

test.each([
  [
    'an answer that cannot be kept',
    unrecordable('recordings/a.json', 'response.reason is not a reason phrase', null),
    2,
  ],
  [
    'each answer after the end of the recording, which has been told',
    new RecordingError('unwritable', 'a', 'b', 'c'),
    1,
  ],
] as const)('%s is counted as failed, and told', (_, error, lines) => {
  for (const form of ['pretty', 'json'] as const) {
    let out = '';
    const log = logTo((text) => (out += text), form);
    log.passed({ request: apiRequest(), status: 200, milliseconds: 1, result: { recorded: false, error } });
    expect(out.trim().split('\n')).toHaveLength(lines);
    expect(out).toContain('NOT RECORDED');
    expect(out.includes(reason)).toBe(lines === 2);
    expect(log.counts).toMatchObject({ recorded: 0, failed: 1 });
  }
});

test('the last line counts as recorded what was stored after it was told as repeated', () => {
  let out = '';
  const log = logTo((text) => (out += text));
  const polled = [
    { recorded: true, id: '1-get-reports', repeated: false },
    { recorded: true, id: '1-get-reports', repeated: true },
    { recorded: true, id: '1-get-reports', repeated: true },
    { recorded: true, id: '4-get-reports', repeated: false, repeatsStored: 2 },
  ] as const;
  for (const result of polled) log.passed({ request: apiRequest(), status: 200, milliseconds: 1, result });
  log.summary({ file: 'recordings/a.json', problem: undefined, replay: undefined });
  expect(out).toContain('recordings/a.json: 4 recorded, 0 repeated, 0 refused, 0 failed.');
});

test('a log without lines of requests tells once why requests failed or were refused', () => {
  for (const form of ['brief', 'silent'] as const) {
    let out = '';
    const log = logTo((text) => (out += text), form);
    const answer = (code: string, message: string, status: number, mark: string) => {
      log.answered({
        request: apiRequest(),
        response: { status, headers: ['X-Mock-Error', mark], body: null, error: { code, message } },
        milliseconds: 1,
      });
    };
    for (let count = 0; count < 3; count += 1) {
      answer(
        'server_error',
        'The upstream nowhere cannot be reached (ENOTFOUND).',
        502,
        'upstream_unreachable',
      );
      answer('writes_refused', 'PATCH was not passed on.', 403, 'writes_refused');
    }
    expect(log.counts).toMatchObject({ failed: 3, refused: 3 });
    expect(out).toBe(
      form === 'silent'
        ? ''
        : 'The upstream nowhere cannot be reached (ENOTFOUND).\nPATCH was not passed on.\n',
    );
  }
});

test('an answer that the stop of the recorder breaks off is blamed on nobody else, and counted', () => {
  for (const brokenBy of ['upstream', 'client'] as const) {
    let out = '';
    const log = logTo((text) => (out += text));
    const breaking = { request: apiRequest(), status: 200, milliseconds: 1, result: { brokenBy } };
    log.passed(breaking);
    expect(out).toContain(`broken off by the ${brokenBy}`);
    const before = log.counts.failed;
    log.stopping();
    out = '';
    log.passed(breaking);
    expect(out).toContain('broken off while stopping');
    expect(log.counts.failed).toBe(before + 1);
  }
});
