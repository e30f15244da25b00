// An exchange as the text of its journal line. It is printed once: what the gate has looked over are the very characters
// that are written.
import { ExactJson } from './exact-json.ts';
import type { HeaderPair, Interaction, RecordedBody, RecordedRequest } from './format.ts';
import type { JournalEntry } from './journal.ts';

export interface PrintedExchange {
  readonly exchange: Omit<Interaction, 'id'>;
  /** The exchange as JSON, in the order of the journal. */
  readonly text: string;
}

export function printExchange(exchange: Omit<Interaction, 'id'>): PrintedExchange {
  const { at, milliseconds, request, response } = exchange;
  const head = `{"at":${quoted(at)},"milliseconds":${milliseconds},"request":${printRequest(request)},"response":`;
  const answerHead = `{"status":${response.status},"reason":${quoted(response.reason)},"headers":${printPairs(response.headers)}`;
  // Joined, the text is one piece: it is about to be looked through several times, and each character of a text in
  // pieces takes three times as long.
  return { exchange, text: [head, answerHead, ',"body":', printBody(response.body), '}}'].join('') };
}

function printRequest({ method, path, query, headers, body }: RecordedRequest): string {
  const target = `"method":${quoted(method)},"path":${quoted(path)},"query":${quoted(query)}`;
  return `{${target},"headers":${printPairs(headers)},"body":${printBody(body)}}`;
}

function printBody(body: RecordedBody): string {
  return body instanceof ExactJson ? body.printed : JSON.stringify(body);
}

function printPairs(headers: readonly HeaderPair[]): string {
  let printed = '';
  for (const [name, value] of headers) {
    printed += `${printed === '' ? '[[' : ',['}${quoted(name)},${quoted(value)}]`;
  }
  return printed === '' ? '[]' : `${printed}]`;
}

/** Printable ASCII without a quote or a backslash: as JSON it is what it is. */
const needsNoEscape = /^[ !#-[\]-~]*$/;

/** As `JSON.stringify`, which takes longer to be called than most texts of a head take to print. */
function quoted(text: string): string {
  return needsNoEscape.test(text) ? `"${text}"` : JSON.stringify(text);
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
