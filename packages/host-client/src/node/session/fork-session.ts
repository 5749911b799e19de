import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ProcessEnd, SessionProcess, StartSession } from './session-process.ts';

/** What of the environment a session gets: where the system keeps its parts, and which authorities are trusted. */
const handedOn = ['SystemRoot', 'NODE_EXTRA_CA_CERTS'] as const;
const keptOfSaid = 4096;

/** Starts sessions as children of this Node. `program` is the path of the built `live-session.cjs`. */
export function forkSession(program: string): StartSession {
  return (heapMb) => {
    const env: Record<string, string> = {};
    for (const name of handedOn) {
      const value = process.env[name];
      if (value !== undefined) env[name] = value;
    }
    const child = fork(program, [], {
      env,
      execArgv: [`--max-old-space-size=${heapMb}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'json',
    });
    let said = '';
    child.stderr?.on('data', (part: Buffer) => {
      said = (said + part.toString('latin1')).slice(-keptOfSaid);
    });
    return {
      get pid() {
        return child.pid ?? null;
      },
      send: (text) => {
        if (child.connected) child.send(text, () => undefined);
      },
      onText: (take) => void child.on('message', take),
      onEnd: (take) => tellEndOnce(child, () => said, take),
      kill: () => void child.kill('SIGKILL'),
      memoryBytes: () => residentBytes(child.pid ?? null),
    } satisfies SessionProcess;
  };
}

function tellEndOnce(
  child: ReturnType<typeof fork>,
  said: () => string,
  take: (end: ProcessEnd) => void,
): void {
  let isTold = false;
  const tell = (end: Omit<ProcessEnd, 'said'>): void => {
    if (isTold) return;
    isTold = true;
    take({ ...end, said: said() });
  };
  child.on('close', (status, signal) => tell({ status, signal }));
  child.on('error', () => {
    if (child.pid === undefined) tell({ status: null, signal: null });
  });
}

/** What a process has in memory, as Linux tells it; null elsewhere, and for one that is gone. */
export function residentBytes(pid: number | null): number | null {
  if (process.platform !== 'linux' || pid === null) return null;
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}
