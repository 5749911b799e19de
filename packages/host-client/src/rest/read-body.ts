/** What became of reading a body. `end`: whole. `too-large`: more than was allowed; the rest is not asked for. */
export interface BodyText {
  readonly text: string;
  readonly end: 'whole' | 'too-large';
}

/** Reads a body as UTF-8, at most `maxBytes` of it. Rejects as the stream does. */
export async function readBody(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<BodyText> {
  if (body === null) return { text: '', end: 'whole' };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const room = maxBytes - bytes;
    bytes += value.byteLength;
    parts.push(decoder.decode(value.subarray(0, room), { stream: true }));
    if (bytes > maxBytes) {
      // The answer to this says nothing that matters: the stream is given up either way.
      reader.cancel().catch(() => undefined);
      return { text: parts.join(''), end: 'too-large' };
    }
  }
  parts.push(decoder.decode());
  return { text: parts.join(''), end: 'whole' };
}
