// The files behind download links, as they were recorded.
import type { ApiResponse, Handler } from '../http.ts';
import { wireBody } from '../recording/bodies.ts';
import type { Interaction, Recording } from '../recording/format.ts';
import { filesPath } from '../api/own-paths.ts';

/**
 * Answers for recorded files, each good one for ever (`end`), or those that were recorded one after the other, the
 * last of which stays (`start`).
 */
export function recordedFiles({ interactions }: Recording, asOf: 'start' | 'end'): Handler {
  const files = new Map<string, Interaction[]>();
  for (const interaction of interactions) {
    const { path } = interaction.request;
    if (path.startsWith(filesPath)) files.set(path, [...(files.get(path) ?? []), interaction]);
  }
  const served = new Map<string, number>();
  return function recordedFiles({ path, method }) {
    const answers = files.get(path) ?? [];
    const good = answers.filter(({ response }) => response.status < 300);
    const choice = asOf === 'end' && good.length > 0 ? good : answers;
    const at = served.get(path) ?? 0;
    served.set(path, at + 1);
    const chosen = choice[Math.min(at, choice.length - 1)];
    return chosen === undefined ? missing : answerOf(chosen, method);
  };
}

const missing: ApiResponse = {
  status: 404,
  headers: ['Content-Type', 'text/plain'],
  body: 'The recording does not hold this file.\n',
};

function answerOf({ response }: Interaction, method: string): ApiResponse {
  const wire = wireBody(response);
  if (wire === undefined) return missing;
  const headers = wire.headers.filter(
    ([name]) => !/^(date|content-length|connection|transfer-encoding)$/i.test(name),
  );
  return { status: response.status, headers: headers.flat(), body: method === 'HEAD' ? null : wire.bytes };
}
