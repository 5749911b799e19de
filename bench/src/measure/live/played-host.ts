import { createHostConnection, type HostConnection } from '@openwop-inspector/host-client';
import { chunksOf } from './file-chunks.ts';

/** As long as tokens usually are: the session looks for it in every event. */
const TOKEN = 'bench-0f2c41b87d';

/**
 * A connection to a host that streams a recorded stream as fast as it is taken, at the pace of a network: each chunk in
 * a turn of its own. Only `fetch` is played. The host's JSON log has nothing that its stream has not.
 */
export function playedHost(file: string): HostConnection {
  let isOver = false;
  const onEnd = (): void => {
    isOver = true;
  };
  return createHostConnection({
    baseUrl: 'http://127.0.0.1:9',
    token: () => TOKEN,
    fetch: async (input) => {
      const { pathname } = new URL(String(input));
      const status = isOver ? 'failed' : 'running';
      if (pathname.endsWith('/poll'))
        return Response.json({ events: [], runStatus: status, isTerminal: isOver });
      if (!pathname.endsWith('/events')) return Response.json({ runId: 'r', workflowId: 'w', status });
      return new Response(streamOf(file, onEnd), { headers: { 'content-type': 'text/event-stream' } });
    },
  });
}

function streamOf(file: string, onEnd: () => void): ReadableStream<Uint8Array> {
  const chunks = chunksOf(file);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await new Promise(setImmediate);
        const { value, done } = chunks.next();
        if (done === true) {
          onEnd();
          controller.close();
        } else controller.enqueue(value);
      },
      cancel() {
        onEnd();
        chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
