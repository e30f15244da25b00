// What `record` prints of an answer that it could not keep.
import { expect, test } from 'vitest';
import { createRecordLog } from '../../src/cli/record-log.ts';
import { RecordingError, unrecordable } from '../../src/recording/file/recording-error.ts';
import { apiRequest } from '../support/upstreams.ts';

const reason = 'recordings/a.json: an answer is not recorded: response.reason is not a reason phrase';

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
    const log = createRecordLog(form, {
      write: (text) => (out += text),
      paint: (_, text) => text,
      now: Date.now,
      live: false,
      ownKeys: false,
      keys: [],
      mask: (request) => request,
    });
    log.passed({ request: apiRequest(), status: 200, milliseconds: 1, result: { recorded: false, error } });
    expect(out.trim().split('\n')).toHaveLength(lines);
    expect(out).toContain('NOT RECORDED');
    expect(out.includes(reason)).toBe(lines === 2);
    expect(log.counts).toMatchObject({ recorded: 0, failed: 1 });
  }
});
