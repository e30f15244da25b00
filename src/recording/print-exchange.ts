// An exchange as the text of its journal line. It is printed once: what the gate has looked over are the very characters
// that are written.
import { ExactJson } from './exact-json.ts';
import type { Interaction, RecordedResponse } from './format.ts';
import type { JournalEntry } from './journal.ts';

export interface PrintedExchange {
  readonly exchange: Omit<Interaction, 'id'>;
  /** The exchange as JSON, in the order of the journal. */
  readonly text: string;
}

export function printExchange(exchange: Omit<Interaction, 'id'>): PrintedExchange {
  const { at, milliseconds, request, response } = exchange;
  const { body } = response;
  const answerBody = body instanceof ExactJson ? body.printed : JSON.stringify(body);
  const head = JSON.stringify({ at, milliseconds, request, response: headOf(response) });
  // The head ends with the two braces of the answer and of the whole. Joined, the text is one piece: it is about to be
  // looked through several times, and each character of a text in pieces takes three times as long.
  return { exchange, text: [head.slice(0, -2), ',"body":', answerBody, '}}'].join('') };
}

/** What stands in base64 has to be looked into; all else shows in the text. */
export function isOpaque({ request, response }: Omit<Interaction, 'id'>): boolean {
  return [request.body, response.body].some((body) => body !== null && 'base64' in body);
}

/** As `journalLine` of the entry, for an exchange that is printed already. */
export function printedLine(
  entry: JournalEntry & { readonly interaction: Interaction },
  text: string,
): string {
  const { before, interaction } = entry;
  return `{"before":${JSON.stringify(before)},"interaction":{"id":${JSON.stringify(interaction.id)},${text.slice(1)}}`;
}

function headOf({ status, reason, headers }: RecordedResponse): Omit<RecordedResponse, 'body'> {
  return { status, reason, headers };
}
