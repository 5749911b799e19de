import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What of the environment a session gets: where the system keeps its parts, and which authorities are trusted. */
const handedOn = ['SystemRoot', 'NODE_EXTRA_CA_CERTS'] as const;
const maxMessageLength = 4096;

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
      said = (said + part.toString('latin1')).slice(-maxMessageLength);
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

function tellEndOnce(child: ReturnType<typeof fork>, said: () => string, take: (end: ProcessEnd) => void) {
  let isReported = false;
  const tell = (end: Omit<ProcessEnd, 'said'>): void => {
    if (isReported) return;
    isReported = true;
    take({ ...end, said: said() });
  };
  child.on('close', (status, signal) => tell({ status, signal }));
  child.on('error', () => {
    if (child.pid === undefined) tell({ status: null, signal: null });
  });
}

/** What a process has in memory, as Linux reports it; null elsewhere, and for one that is gone. */
export function residentBytes(pid: number | null): number | null {
  if (process.platform !== 'linux' || pid === null) return null;
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

/** How the process of a session ended. */
export interface ProcessEnd {
  /** Exit status; null when a signal ended it, or it never ran. */
  readonly status: number | null;
  readonly signal: string | null;
  /** The end of what it wrote to its standard error: at most 4 KiB. Never displayed. */
  readonly said: string;
}

/** A process that runs one session. Texts cross as they are; what they say is checked by who reads them. */
export interface SessionProcess {
  /** Null until the system has given one. */
  readonly pid: number | null;
  /** A process that is gone takes nothing, without a word. */
  send(text: string): void;
  onText(take: (text: unknown) => void): void;
  /** Called once, also when the process could not be started. */
  onEnd(take: (end: ProcessEnd) => void): void;
  /** Ends it at once, whatever it is busy with. */
  kill(): void;
  /** Bytes of memory that the process has in use by the system's account; null where the system does not report it. */
  memoryBytes(): number | null;
}

/** Starts the process of one session. `heapMb` is the limit of its JavaScript heap where the system lets one be set. */
export type StartSession = (heapMb: number) => SessionProcess;
