/**
 * `tail` against every hostile host, in one go: it comes to an end that the table allows, within a heap of its own, and
 * shows no token in any spelling.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { inRepository } from '@openwop-inspector/testing/files';
import {
  type End,
  HOST_TOKEN,
  type HostileHost,
  type HostileRow,
  rowsFor,
  startHostileHost,
  TOKEN_SPELLINGS,
} from '@openwop-inspector/testing/hostile-host';
import { expect, test } from '../../shells.ts';

/** A process that needs more has let the host fill it. */
const HEAP_MB = 512;
/** What may go on and has not ended by then is requested to stop; what must end has longer. */
const GOES_ON_MS = 2500;
const END_MS = 60_000;
/** Hosts side by side: most of the time is waiting. */
const LANES = 3;
/** Time to stop in, on a busy machine too; who does not is deaf. */
const STOP_MS = 15_000;

test('tail comes to an end with every hostile host', async () => {
  test.setTimeout(600_000);
  const rows = rowsFor('tail');
  const lanes = Array.from({ length: LANES }, (_, lane) => rows.filter((_row, at) => at % LANES === lane));
  const faults = await Promise.all(lanes.map(faultsOfLane));
  expect(faults.flat()).toEqual([]);
});

async function faultsOfLane(rows: readonly HostileRow[], lane: number): Promise<readonly string[]> {
  const host = await startHostileHost();
  const faults: string[] = [];
  for (const row of rows) faults.push(...(await faultsOfTail(host, row, `capture-${lane}.ndjson`)));
  faults.push(...host.strayRequests.map((request) => `${request}: nobody named its origin`));
  await host.close();
  return faults;
}

async function faultsOfTail(host: HostileHost, row: HostileRow, file: string): Promise<readonly string[]> {
  host.play(row);
  const capture = test.info().outputPath(file);
  rmSync(capture, { force: true });
  const origin = row.isSelfSigned === true ? host.tlsOrigin : host.origin;
  const args = ['tail', origin, 'run', '--token-env', 'HOSTILE_TOKEN', '--keep', capture];
  const env = {
    ...process.env,
    HOSTILE_TOKEN: HOST_TOKEN,
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    FORCE_COLOR: '0',
  };
  const program = [`--max-old-space-size=${HEAP_MB}`, inRepository('bin', 'openwop-inspector.mjs')];
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
  const child = spawn(process.execPath, [...program, ...args], { env, stdio });
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      // A host that never stops talking does not run here for ever.
      said.text = (said.text + piece).slice(-2_000_000);
    });
  }
  const status = await endOf(child, row.ends.includes('goes-on') ? GOES_ON_MS : END_MS, host.nextRequest());
  const end = endFrom(status, said.text);
  const about = (fault: string) => `${row.name}: ${fault}`;
  const faults: string[] = [];
  if (end === null || !row.ends.includes(end))
    faults.push(about(`ended with ${status} (${end ?? 'no end'}): ${lastLines(said.text)}`));
  if (row.says?.test(said.text) === false)
    faults.push(about(`did not say ${row.says}: ${lastLines(said.text)}`));
  for (const secret of [...Object.values(TOKEN_SPELLINGS), ...(row.hides === undefined ? [] : [row.hides])])
    if (said.text.includes(secret)) faults.push(about(`showed the secret ${secret}`));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that none reaches the terminal is what is searched for
  if (/[\u0000-\u0008\u001b\u009b\u202a-\u202e\u2066-\u2069]/.test(said.text))
    faults.push(about('wrote a control character to the terminal'));
  return faults;
}

/**
 * Status of the process; one that continues is stopped by an interrupt, as from the keyboard, and one that ignores it
 * is killed. Patience begins with the request to the host: until then the process starts, and a busy machine takes its time
 * for that.
 */
async function endOf(
  child: ChildProcess,
  patienceMs: number,
  isRequested: Promise<unknown>,
): Promise<number | 'stopped' | 'deaf' | 'killed'> {
  let isStopped = false;
  let isDeaf = false;
  const timers: NodeJS.Timeout[] = [];
  const kill = () => {
    isDeaf = true;
    child.kill('SIGKILL');
  };
  timers.push(setTimeout(kill, END_MS + STOP_MS));
  void isRequested.then(() => {
    const stop = () => {
      isStopped = true;
      child.kill('SIGINT');
      timers.push(setTimeout(kill, STOP_MS));
    };
    timers.push(setTimeout(stop, patienceMs));
  });
  const [code] = await once(child, 'close');
  for (const timer of timers) clearTimeout(timer);
  if (isDeaf) return 'deaf';
  if (code === null) return 'killed';
  return isStopped && code === 130 ? 'stopped' : Number(code);
}

/** Null for an end that is none of the table's: a mistake of ours, a full heap, a deaf process. */
function endFrom(status: Awaited<ReturnType<typeof endOf>>, said: string): End | null {
  if (status === 'deaf') return null;
  if (/this is a mistake in|unhandled|heap out of memory/i.test(said)) return null;
  // One that has come to its end may be requested to stop in its last moment, when it no longer listens.
  if (/run \w+, complete /.test(said)) return 'complete';
  if (/run \w+(?: \w+)?, /.test(said)) return 'incomplete';
  if (status === 'stopped') return 'goes-on';
  if (status === 'killed') return /: the capture is in /.test(said) ? 'refused' : null;
  return status === 1 || status === 2 ? 'refused' : null;
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-2).join(' / ').slice(-300);
}
