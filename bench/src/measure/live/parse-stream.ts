import { createParser } from 'eventsource-parser';
import type { Work } from '../measured.ts';
import { chunksOf } from './file-chunks.ts';

/** The floor: eventsource-parser alone. Frames are counted and dropped; their data stays text. */
export function parseStream(file: string): Work {
  let events = 0;
  const parser = createParser({
    onEvent: () => {
      events += 1;
    },
  });
  const decoder = new TextDecoder();
  for (const chunk of chunksOf(file)) parser.feed(decoder.decode(chunk, { stream: true }));
  return { events };
}
