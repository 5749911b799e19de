import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A program that has printed the expected text. */
interface StartedProgram {
  readonly process: ChildProcess;
  /** The groups of the pattern. */
  readonly printed: readonly string[];
  /** Ends it and resolves when it has ended. */
  stop(): Promise<void>;
}

/** What to start and what it says when it is ready. */
interface ProgramOrder {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly speaksOn: 'stdout' | 'stderr';
  readonly says: RegExp;
}

/** Starts a program and waits for what it prints. Rejects when it ends before. */
export function startProgram({ command, args, env, speaksOn, says }: ProgramOrder): Promise<StartedProgram> {
  const isOut = speaksOn === 'stdout';
  const child = spawn(command, [...args], {
    stdio: ['ignore', isOut ? 'pipe' : 'ignore', isOut ? 'inherit' : 'pipe'],
    env: env ?? process.env,
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  };
  return new Promise((resolve, reject) => {
    let text = '';
    child[speaksOn]?.setEncoding('utf8').on('data', (part: string) => {
      text = (text + part).slice(-100_000);
      const found = says.exec(text);
      if (found !== null) resolve({ process: child, printed: found.slice(1), stop });
    });
    child.on('error', reject);
    child.on('exit', (status) =>
      reject(new Error(`${args[0]} ended with status ${status} before it was ready`)),
    );
  });
}

/** A browser shell in a process of its own. */
interface ServedWindow extends Pick<StartedProgram, 'stop'> {
  /** Address with the key of this start. */
  readonly url: string;
  /** Id of its process. */
  readonly pid: number;
}

/** Starts `serve` of the built command beside `program`, with its settings in `home`. */
export async function serveWindow(
  program: string,
  files: readonly string[],
  home: string,
): Promise<ServedWindow> {
  const started = await startProgram({
    command: process.execPath,
    args: [
      path.join(path.dirname(program), 'cli', 'index.mjs'),
      'serve',
      ...files.map((file) => path.resolve(file)),
    ],
    env: { ...process.env, XDG_CONFIG_HOME: home },
    speaksOn: 'stdout',
    says: /(http:\/\/127\.0\.0\.1:\d+\/\S*)\s/,
  });
  return { url: started.printed[0] ?? '', pid: started.process.pid ?? 0, stop: () => started.stop() };
}

/** The host of `npm run demo:live`, in a process of its own. */
export interface DemoHost extends Pick<StartedProgram, 'stop'> {
  readonly origin: string;
  readonly token: string;
  /** The run that goes on until the host is stopped. */
  readonly runId: string;
  /** Sequence of the newest event of that run, as the host says. */
  lastSequence(): Promise<number>;
}

const RUN_ID = 'stream';
/** Behind everything, so that a poll answers with no event and with where the log ends. */
const BEYOND = '1000000000';

/** Starts it beside `program`; its run brings `rate` events a second. */
export async function startDemoHost(program: string, rate: number): Promise<DemoHost> {
  const script = path.join(path.dirname(program), '..', 'scripts', 'demo-live.mjs');
  const started = await startProgram({
    command: process.execPath,
    args: [script, '--port', '0', '--rate', String(rate)],
    speaksOn: 'stdout',
    says: /address +(\S+)\s+token +(\S+)\s/,
  });
  const [origin = '', token = ''] = started.printed;
  return {
    origin,
    token,
    runId: RUN_ID,
    stop: () => started.stop(),
    async lastSequence() {
      const url = `${origin}/v1/runs/${RUN_ID}/events/poll?lastSequence=${BEYOND}`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      const { lastEventSeq } = (await answer.json()) as { lastEventSeq: number };
      return lastEventSeq;
    },
  };
}
