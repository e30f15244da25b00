// Reads server-sent events with fetch: EventSource cannot send the token.

export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

/** Hands out each event of a body as its blank line arrives; returns when the body ends. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  take: (event: ServerEvent) => void,
): Promise<void> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const event = parse(block);
      if (event !== undefined) take(event);
    }
  }
}

/** Undefined for a comment, which only shows that the connection lives. */
function parse(block: string): ServerEvent | undefined {
  const fields: Record<string, string> = {};
  for (const line of block.split('\n')) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name !== undefined) fields[name] = value!;
  }
  return fields.data === undefined
    ? undefined
    : { id: fields.id ?? '', event: fields.event ?? 'message', data: fields.data };
}
