import type { EventName } from '@openwop-inspector/shell-contract';
import { askShell } from './window-access.ts';

/** Events of the shell, one a line. */
interface ShellEvent {
  readonly name: EventName;
  readonly detail: unknown;
}

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;

/**
 * Reads the shell's events while the window is open, and reconnects when the stream breaks off: immediately after
 * one that worked, then ever later. Ends when the shell does not know the window any more.
 */
export async function followEvents(tell: (event: ShellEvent) => void): Promise<void> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(MAX_WAIT_MS, waitMs * 2)) {
    const outcome = await readStream(tell);
    if (outcome === 'refused') return;
    if (outcome === 'read') waitMs = FIRST_WAIT_MS;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

async function readStream(tell: (event: ShellEvent) => void): Promise<'read' | 'unreachable' | 'refused'> {
  let hasBegun = false;
  try {
    const response = await askShell('rpc/events');
    if (!response.ok || response.body === null) return response.status === 401 ? 'refused' : 'unreachable';
    hasBegun = true;
    await readLines(response.body, (line) => {
      if (line !== '') tell(JSON.parse(line) as ShellEvent); // the shell is the other half of this contract
    });
  } catch {
    // A stream that breaks off is requested again.
  }
  return hasBegun ? 'read' : 'unreachable';
}

async function readLines(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  take: (line: string) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let begun = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = `${begun}${value}`.split('\n');
    begun = lines.pop() ?? '';
    for (const line of lines) take(line);
  }
}
