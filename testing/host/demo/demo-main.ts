import { startLiveHost } from '../live-host.ts';
import { readDemoArguments, USAGE } from './demo-arguments.ts';
import { demoRuns } from './demo-runs.ts';
import { demoText } from './demo-text.ts';

/**
 * Starts the demonstration and says how to attach to it. Resolves with the exit status: after `stopped`, or at once
 * when the arguments are wrong or the port is taken.
 */
export async function runDemo(args: readonly string[], stopped: Promise<unknown>): Promise<number> {
  const read = readDemoArguments(args);
  if (read.kind !== 'run') {
    const isHelp = read.kind === 'help';
    console[isHelp ? 'log' : 'error'](isHelp ? USAGE : `${read.why}\n${USAGE}`);
    return isHelp ? 0 : 2;
  }
  const runs = demoRuns(read.rate);
  const { port, dialect } = read;
  const host = await startLiveHost({
    dialect,
    port,
    key: 'demo-token',
    runs: runs.map(({ spec }) => spec),
  }).catch(() => null);
  if (host === null) {
    console.error(`Port ${port} is taken. Another: npm run demo:live -- --port ${port + 1}`);
    return 1;
  }
  console.log(demoText(host, runs));
  await stopped;
  await host.close();
  return 0;
}
