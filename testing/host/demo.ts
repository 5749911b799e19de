import { parseArgs } from 'node:util';
import type { DialectName } from './dialects/dialect.ts';
import { DIALECT_NAMES } from './dialects/dialect.ts';
import { DIALECTS } from './dialects/dialects.ts';
import { pathOfRun } from './http/route.ts';
import { type LiveHost, type RunSpec, startLiveHost } from './live-host.ts';
import type { Pace } from './runs/pace.ts';
import type { WorkflowName } from './runs/workflows.ts';

/**
 * Starts the demonstration and says how to attach to it. Resolves with the exit status: after `stopped`, or at once
 * when the arguments are wrong or the port is taken.
 */
export async function runDemo(args: readonly string[], stopped: Promise<unknown>): Promise<number> {
  let wanted: DemoArguments | null;
  try {
    wanted = readDemoArguments(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    return 2;
  }
  if (wanted === null) {
    console.log(USAGE);
    return 0;
  }
  const { port, dialect, rate } = wanted;
  const runs = demoRuns(rate);
  const specs = runs.map(({ spec }) => spec);
  const host = await startLiveHost({ dialect, port, key: 'demo-token', runs: specs }).catch(() => null);
  if (host === null) {
    console.error(`Port ${port} is taken. Another: npm run demo:live -- --port ${port + 1}`);
    return 1;
  }
  console.log(demoText(host, runs));
  await stopped;
  await host.close();
  return 0;
}

/** What the user requested on the command line. */
interface DemoArguments {
  readonly port: number;
  readonly dialect: DialectName;
  readonly rate: number;
}

const USAGE = `Usage: npm run demo:live [-- --port PORT] [--dialect NAME] [--rate EVENTS]

  --port PORT      port on 127.0.0.1, 3801 unless given
  --dialect NAME   ${DIALECT_NAMES.join(', ')}; reference unless given
  --rate EVENTS    events a second of the run named stream, 50 unless given`;

const OPTIONS = {
  port: { type: 'string', default: '3801' },
  dialect: { type: 'string', default: 'reference' },
  rate: { type: 'string', default: '50' },
  help: { type: 'boolean', default: false },
} as const;

const MAX_A_SECOND = 20_000;

/** Reads the command line; null when it asks for help. Throws for what cannot be understood. */
export function readDemoArguments(args: readonly string[]): DemoArguments | null {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.help) return null;
  const dialect = DIALECT_NAMES.find((name) => name === values.dialect);
  if (dialect === undefined) throw new Error(`There is no dialect ${values.dialect}.`);
  const port = wholeNumber('port', values.port, 0, 65_535);
  return { port, dialect, rate: wholeNumber('rate', values.rate, 1, MAX_A_SECOND) };
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new Error(`The ${name} is a number from ${least} to ${most}.`);
}

/** A run of the demonstration and what is to be seen in it. */
interface DemoRun {
  readonly spec: RunSpec & { readonly runId: string };
  readonly about: string;
}

/** Stories begin when somebody looks, so that nobody comes too late. */
const WATCHED: Pace = { kind: 'scripted', longestMs: 700, whenWatched: true };
const AT_ONCE: Pace = { kind: 'scripted', longestMs: 100, whenWatched: false };
const pace = (eventsPerSecond: number): Pace => ({ kind: 'rate', eventsPerSecond });

/** All runs of the demonstration; `rate` is that of the endless one, in events a second. */
export function demoRuns(rate: number): readonly DemoRun[] {
  const run = (workflow: WorkflowName, runId: string, pace: Pace, about: string): DemoRun => ({
    spec: { workflow, runId, pace },
    about,
  });
  const invoice = 'untrusted content tries to approve an invoice; you decide';
  return [
    run('failing-draft', 'prd-5f2c', WATCHED, 'fails: an envelope is refused after three attempts'),
    run('clarification', 'offsite-2be7', WATCHED, 'asks two questions and waits for you'),
    run('approval', '8c1f6a52-0d3e-4b7a-9f10-2b64d17e5a90', WATCHED, invoice),
    run('quorum', 'release-4d10', AT_ONCE, 'waits already: an approval that needs two votes, and a question'),
    run('surface', 'kickoff-form', WATCHED, 'shows a form whose button answers the run'),
    run('conversation', 'concierge-77ac', WATCHED, 'a form that goes back and forth'),
    run('media', 'chart-1f0e', WATCHED, 'a picture that stays on the host'),
    run('children', 'markets-70c4', WATCHED, 'sends out three child runs, one fails'),
    run('long', 'long-20000', pace(400), '20,000 events, about 50 seconds'),
    run('endless', 'stream', pace(rate), `${rate} events a second until you end it`),
  ];
}

/** What the person reads: address, token, runs, and what to do with them. */
export function demoText(host: Pick<LiveHost, 'origin' | 'key' | 'dialect'>, runs: readonly DemoRun[]) {
  const { origin, key } = host;
  const dialect = DIALECTS[host.dialect];
  const listed = runs.map(({ spec, about }) => ({ runId: dialect.runIdOf(spec.runId), about }));
  const widest = Math.max(...listed.map(({ runId }) => runId.length));
  const runId = listed[0]?.runId ?? '';
  const link = `openwop-inspector://attach?host=${encodeURIComponent(origin)}&run=${encodeURIComponent(runId)}`;
  return [
    `A host is running. It speaks like ${dialect.name === 'reference' ? 'the specification' : `the ${dialect.name} host`}.`,
    '',
    `  address  ${origin}`,
    `  token    ${key}`,
    '',
    'Runs. A story begins when you attach to it.',
    '',
    ...listed.map((run) => `  ${run.runId.padEnd(widest)}  ${run.about}`),
    '',
    'In another terminal, open the inspector on the first of them and type the token when it asks:',
    '',
    `  npm start -- ${origin}${pathOfRun(dialect, runId)}`,
    '',
    `or paste the address into "Attach to a live host", or follow this link on the desktop:`,
    '',
    `  ${link}`,
    '',
    'Ctrl-C ends the host.',
  ].join('\n');
}
