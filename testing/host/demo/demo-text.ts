import type { LiveHost } from '../live-host.ts';
import type { DemoRun } from './demo-runs.ts';

/** What the person reads: address, token, runs, and what to do with them. */
export function demoText(
  host: Pick<LiveHost, 'origin' | 'key' | 'dialect'>,
  runs: readonly DemoRun[],
): string {
  const { origin, key, dialect } = host;
  const widest = Math.max(...runs.map(({ spec }) => spec.runId.length));
  const [first] = runs;
  const runId = first?.spec.runId ?? '';
  const link = `openwop-inspector://attach?host=${encodeURIComponent(origin)}&run=${runId}`;
  return [
    `A host is running. It speaks like ${dialect === 'reference' ? 'the specification' : `the ${dialect} host`}.`,
    '',
    `  address  ${origin}`,
    `  token    ${key}`,
    '',
    'Runs. A story begins when you attach to it.',
    '',
    ...runs.map(({ spec, about }) => `  ${spec.runId.padEnd(widest)}  ${about}`),
    '',
    'In another terminal, open the inspector on the first of them and type the token when it asks:',
    '',
    `  npm start -- ${origin}/v1/runs/${runId}`,
    '',
    `or paste the address into "Attach to a live host", or follow this link on the desktop:`,
    '',
    `  ${link}`,
    '',
    'Ctrl-C ends the host.',
  ].join('\n');
}
