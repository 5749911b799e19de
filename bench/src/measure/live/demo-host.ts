import path from 'node:path';
import { type StartedProgram, startProgram } from '../started-program.ts';

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
