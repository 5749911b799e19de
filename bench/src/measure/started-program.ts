import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program that has printed what was waited for. */
export interface StartedProgram {
  readonly process: ChildProcess;
  /** What stands in the groups of the pattern. */
  readonly printed: readonly string[];
  /** Ends it and resolves when it has ended. */
  stop(): Promise<void>;
}

/** What to start and what it says when it is ready. */
export interface ProgramOrder {
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
