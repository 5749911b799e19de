import type { PayloadSource } from '@openwop-inspector/renderers';
import { askWorker } from '../../worker/session-client.ts';

/** The document of one event, as the payload tree reads it. */
export function eventSource(sessionId: string, ordinal: number): PayloadSource {
  return {
    node: (pointer) => askWorker('jsonNode', { sessionId, ordinal, pointer }),
    children: (pointer, offset, limit) =>
      askWorker('jsonChildren', { sessionId, ordinal, pointer, offset, limit }),
    text: (pointer, maxBytes) =>
      askWorker('jsonText', { sessionId, ordinal, pointer, ...(maxBytes === undefined ? {} : { maxBytes }) }),
    reveal: (pointer) => askWorker('jsonReveal', { sessionId, ordinal, pointer }),
    search: (text) => askWorker('jsonSearch', { sessionId, ordinal, text }),
  };
}
