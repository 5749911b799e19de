import path from 'node:path';
import { type StartedProgram, startProgram } from './started-program.ts';

/** A browser shell in a process of its own. */
export interface ServedWindow extends Pick<StartedProgram, 'stop'> {
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
