// A HAR as a recording that may be stored: everything in it is redacted as if it had been recorded, its ids too, as
// an id is made of a path. Browsers write the keys and cookies of whoever was logged in into their HARs.
import { fromHar } from './har-in.ts';
import type { FromHarOptions } from './har-in.ts';
import type { Interaction, Recording } from '../format.ts';
import { interactionId } from '../interaction-id.ts';
import { readRecordingValue } from '../file/read.ts';
import type { Redactor } from '../redact/redactor.ts';

/**
 * @param value parsed JSON
 * @param file for the messages
 * @throws HarError for what is no HAR; RecordingError for one that makes no recording
 */
export function importHar(
  value: unknown,
  file: string,
  redactor: Redactor,
  options: FromHarOptions,
): Recording {
  const { note, interactions, ...head } = fromHar(value, options);
  // A secret may be learned after the entry in which it stood first.
  for (const interaction of interactions) redactor.exchange(interaction);
  const recording = {
    ...head,
    ...(note !== undefined && { note: redactor.text(note) }),
    interactions: interactions.map((interaction, at) => redacted(interaction, at + 1, redactor)),
  };
  return readRecordingValue(recording, file);
}

function redacted({ id, ...exchange }: Interaction, ordinal: number, redactor: Redactor): Interaction {
  const clean = redactor.exchange(exchange);
  const { method, path } = exchange.request;
  const isOwn = id !== interactionId(ordinal, method, path) && redactor.text(id) === id;
  return { id: isOwn ? id : interactionId(ordinal, method, clean.request.path), ...clean };
}
