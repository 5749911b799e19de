/** A stream as a live session reads it: whole, without its shell, and by the parser alone. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHostConnection, type HostConnection, LiveRunSession } from '@openwop-inspector/host-client';
import { openRunLog } from '@openwop-inspector/run-log';
import { openGrowingFile } from '@openwop-inspector/run-log/node';
import { createParser } from 'eventsource-parser';
import { chunksOf } from './lines.ts';
import { peakMemoryHere, type Work } from './rounds.ts';

/** What a socket hands over at once. */
const CHUNK_BYTES = 64 * 1024;

/** The floor: eventsource-parser alone. Frames are counted and dropped; their data stays text. */
export function parseStream(file: string): Work {
  let events = 0;
  const parser = createParser({
    onEvent: () => {
      events += 1;
    },
  });
  const decoder = new TextDecoder();
  for (const chunk of chunksOf(file, CHUNK_BYTES)) parser.feed(decoder.decode(chunk, { stream: true }));
  return { events };
}

/**
 * Frames parsed and their events indexed, with refreshes while the log grows, and nothing else of a live session: no
 * ledger, no masking, no capture on disk.
 */
export async function indexStream(file: string): Promise<Work> {
  // What frames hold takes less than the frames.
  const bytes = Buffer.allocUnsafe(statSync(file).size);
  let size = 0;
  const source = {
    name: 'stream',
    origin: 'memory',
    get sizeBytes() {
      return size;
    },
    read: async (offset: number, length: number) => bytes.subarray(offset, Math.min(size, offset + length)),
  } as const;
  const log = openRunLog(source, { grows: true });
  const parser = createParser({
    onEvent: ({ data }) => {
      size += bytes.write(`${data}\n`, size);
    },
  });
  const decoder = new TextDecoder();
  const startedMs = performance.now();
  for (const chunk of chunksOf(file, CHUNK_BYTES)) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    void log.grow(size, false);
    // Each chunk in a turn of its own, as a socket hands it over.
    await new Promise(setImmediate);
  }
  await log.grow(size, true);
  const ms = performance.now() - startedMs;
  const peakBytes = peakMemoryHere();
  const events = log.order.length;
  await log.close();
  return { ms, peakBytes, events };
}

/**
 * All that happens to a live stream before it is on the screen: frames, ledger, masking and capture as the shell does
 * it, index, order and causes as the window's worker does, refreshed while it grows. Here both share one process.
 */
export async function followStream(file: string): Promise<Work> {
  const folder = mkdtempSync(path.join(tmpdir(), 'inspector-bench-'));
  try {
    return await follow(file, path.join(folder, 'run.capture.ndjson'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function follow(file: string, capture: string): Promise<Work> {
  const handle = await open(capture, 'w');
  const log = openRunLog(await openGrowingFile(capture), { grows: true });
  let bytes = 0;
  const write = async (text: string): Promise<number> => {
    bytes += (await handle.write(text)).bytesWritten;
    return bytes;
  };
  const startedMs = performance.now();
  const run = new LiveRunSession({
    host: playedHost(file),
    runId: 'r',
    discovery: null,
    a2uiDelta: false,
    sink: { write },
    onStatus: ({ captureBytes }) => void log.grow(captureBytes, false),
  });
  run.start();
  const { ledger } = await run.ended;
  await log.grow(bytes, true);
  const ms = performance.now() - startedMs;
  const peakBytes = peakMemoryHere();
  const events = log.order.length;
  await log.close();
  await handle.close();
  if (ledger.verdict !== 'complete' || ledger.events !== events)
    throw new Error(`the session ended ${ledger.words}, the log holds ${events} events`);
  return { ms, peakBytes, events };
}

/** As long as tokens usually are: the session looks for it in every event. */
const TOKEN = 'bench-0f2c41b87d';

/**
 * A connection to a host that streams a recorded stream as fast as it is taken, at the pace of a network: each chunk in
 * a turn of its own. Only `fetch` is played. The host's JSON log has nothing that its stream has not.
 */
function playedHost(file: string): HostConnection {
  let isOver = false;
  const stream = (): ReadableStream<Uint8Array> => {
    const chunks = chunksOf(file, CHUNK_BYTES)[Symbol.iterator]();
    const end = (): void => {
      isOver = true;
    };
    return new ReadableStream({
      pull: async (controller) => {
        await new Promise(setImmediate);
        const next = chunks.next();
        if (next.done !== true) return controller.enqueue(next.value);
        end();
        controller.close();
      },
      cancel: end,
    });
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
      return new Response(stream(), { headers: { 'content-type': 'text/event-stream' } });
    },
  });
}
