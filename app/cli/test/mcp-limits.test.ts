/** Calls of `mcp` that do not end by themselves: the time limit, the client's cancel, output without end. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { CallMeans } from '../src/mcp/call-tool.ts';
import { runVerb } from '../src/mcp/call-tool.ts';
import { readRoot } from '../src/mcp/roots.ts';
import { createServer } from '../src/verbs/mcp.ts';
import { connectMcp, type McpSession } from './mcp-session.ts';
import { chainOf, ScratchFolder } from './scratch-folder.ts';

const scratch = new ScratchFolder();
const log = scratch.write('run.ndjson', chainOf(2));
const started = join(scratch.path, 'started');
afterAll(() => scratch.remove());

const runnerOf =
  (path: string): CallMeans['runVerb'] =>
  (args, signal) =>
    runVerb(path, args, signal);
/** In place of the built command: `inspect` never ends, `runs` answers at once, `event` crashes. */
const program = scratch.write(
  'program.mjs',
  `import { writeFileSync } from 'node:fs';
const [verb] = process.argv.slice(2);
if (verb === 'runs') console.log('{"runs":[]}');
else if (verb === 'event') throw new Error('a mistake');
else {
  setInterval(() => undefined, 1e6);
  writeFileSync(${JSON.stringify(started)}, String(process.pid));
}
`,
);
/** Prints without end, and does not end on request. */
const endless = scratch.write(
  'endless.mjs',
  `process.on('SIGTERM', () => undefined);
const text = 'x'.repeat(1 << 20);
const print = () => process.stdout.write(text, print);
print();
`,
);

async function session(rest: Partial<CallMeans> = {}): Promise<McpSession> {
  const root = await readRoot(log);
  const roots = root === null ? [] : [root];
  const means = { roots, runVerb: runnerOf(program), options: [], timeLimitMs: 600_000, ...rest };
  const [there, here] = InMemoryTransport.createLinkedPair();
  await createServer(means, '0.0.0').connect(there);
  return connectMcp(here);
}

/** Resolves when no process has the id any more. */
const gone = (pid: number): Promise<void> =>
  vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), 30_000);

/** The process of the last `inspect`, once it runs. */
const running = (): Promise<number> =>
  vi.waitFor(() => {
    expect(existsSync(started)).toBe(true);
    const pid = Number(readFileSync(started, 'utf8'));
    expect(pid).toBeGreaterThan(0);
    return pid;
  }, 30_000);

describe('a call', () => {
  test('that takes longer than the limit is stopped, and says how to allow more', async () => {
    const { call, close } = await session({ timeLimitMs: 10 });
    const { answer, isError } = await call('inspect', { path: log });
    expect(isError).toBe(true);
    expect(answer.messages.join()).toContain('took longer than 0.01 s and was stopped; --time-limit');
    await close();
  });

  test('that the client cancels is ended with its process, and the next one runs', async () => {
    const { call, close } = await session();
    const cancel = new AbortController();
    const cancelled = call('inspect', { path: log }, cancel.signal).catch((error: unknown) => error);
    const next = call('runs');
    const pid = await running();
    cancel.abort('enough');
    expect(await cancelled).toBeInstanceOf(Error);
    expect((await next).answer.document).toEqual({ runs: [] });
    await gone(pid);
    await close();
  });

  test('of many at once waits for its turn, and too many are refused', async () => {
    const { call, close } = await session();
    const all = await Promise.all(Array.from({ length: 20 }, () => call('runs')));
    const refused = all.filter(({ isError }) => isError);
    expect([refused.length > 0, refused.length < 5]).toEqual([true, true]);
    for (const { answer } of refused) expect(answer.messages.join()).toContain('too many calls are waiting');
    expect((await call('runs')).isError).toBe(false);
    await close();
  });

  test('whose command crashes is an error with what was said, and the server continues', async () => {
    const { call, close } = await session();
    const { answer, isError } = await call('event', { path: log, ref: '0' });
    expect([isError, answer.messages.join().includes('a mistake')]).toEqual([true, true]);
    expect((await call('runs')).isError).toBe(false);
    await close();
  });

  test('whose command prints without end is ended, even where that does not obey', async () => {
    const { call, close } = await session({ runVerb: runnerOf(endless) });
    const { answer, isError } = await call('runs');
    expect([isError, answer.messages.join()]).toEqual([true, expect.stringContaining('too large')]);
    await close();
  });

  test('that was cancelled before its turn starts nothing', async () => {
    expect(await runVerb('no program', [], AbortSignal.abort())).toEqual({ kind: 'stopped' });
  });
});
