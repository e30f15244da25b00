// The files of report runs as a learned service gives them: made of the listings as they stand.
import type { Dialect } from '../../dialect/dialect.ts';
import { reportFileText } from '../../dialect/report-file.ts';
import type { ApiRequest, ApiResponse } from '../../http/message.ts';
import { linkedPath } from '../../http/parse-url.ts';
import { valueAt } from '../../http/pointer.ts';
import { storedOrigin } from '../../spec/mock-paths.ts';
import type { OpenWorld } from '../worlds/open-world.ts';
import type { Worlds } from '../worlds/worlds.ts';
import { RecordedRecords } from './recorded-records.ts';

/**
 * The file to whose link a request leads; undefined where no run of an open world shows such a link.
 * @param own the world of the request's key, where it has one; a link works without, as it carries its own signature
 */
export function answerToldFile(
  dialect: Dialect,
  worlds: Worlds,
  own: OpenWorld | undefined,
  { method, path }: ApiRequest,
): ApiResponse | undefined {
  const form = dialect.form.reportFile;
  if (form === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined;
  // The world that was used last is asked first.
  for (const { account } of own === undefined ? worlds.all().reverse() : [own]) {
    const records = new RecordedRecords(account, dialect);
    const leadsHere = records.all('reportRun').some((run) => {
      const link = valueAt(run, form.link);
      if (typeof link !== 'string') return false;
      return linkedPath(link.startsWith('/') ? `${storedOrigin}${link}` : link) === path;
    });
    if (!leadsHere) continue;
    const body = reportFileText(form, records.all('listing', false));
    return { status: 200, headers: ['Content-Type', form.type], body: method === 'HEAD' ? null : body };
  }
  return undefined;
}
