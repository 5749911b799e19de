/** The audit of a log beside the acceptor alone, and the rules of a log beside its load; on a plain log and an adverse one. */
import { formatBytes, formatCount } from '@openwop-inspector/base';
import { ADVERSE } from '../generator/adverse-format.ts';
import { storedLog } from './log-store.ts';
import { type AuditTimes, median } from './measured.ts';
import { measureApart } from './own-process.ts';
import {
  alignedRows,
  type BenchOptions,
  busyRemark,
  machineNow,
  type Target,
  target,
  targetsText,
  writeJson,
} from './report.ts';

/** The rounds of one log. */
interface AuditedLog {
  readonly name: string;
  readonly bytes: number;
  readonly rounds: readonly AuditTimes[];
}

/** Measures and prints one table; answers what was promised. */
export async function runAuditBench(
  { events, seed, folder, program, rounds, json }: BenchOptions,
  say: (line: string) => void,
  print: (text: string) => void,
): Promise<readonly Target[]> {
  const machine = machineNow();
  const logs: AuditedLog[] = [];
  for (const format of ['ndjson', ADVERSE] as const) {
    const stored = storedLog(folder, { events, seed, format }, say);
    const times: AuditTimes[] = [];
    for (let round = 1; round <= rounds; round++) {
      say(`${format}: round ${round} of ${rounds}`);
      const { audit } = await measureApart(program, 'audit', stored.file);
      if (audit === undefined) throw new Error('an audit tells its times');
      times.push(audit);
    }
    logs.push({ name: format, bytes: stored.bytes, rounds: times });
  }
  const targets = auditTargets(logs);
  const head = ['', 'envelopes', 'load', 'rules', '× load', 'audit', 'acceptor alone', '× acceptor'];
  print(`Node ${machine.node}, ${machine.cores} cores ${busyRemark(machine)}\n\n`);
  print(`${formatCount(events)} events, seed ${seed}\n${alignedRows([head, ...logs.map(rowOf)])}\n\n`);
  print(targetsText(targets));
  writeJson(json, { events, seed, machine, logs });
  return targets;
}

const ofLoad = ({ rulesMs, loadMs }: AuditTimes): number => rulesMs / loadMs;
const ofAcceptor = ({ auditMs, ownMs }: AuditTimes): number => auditMs / ownMs;

function rowOf({ name, bytes, rounds }: AuditedLog): readonly string[] {
  const seconds = (of: (times: AuditTimes) => number): string =>
    `${(median(rounds.map(of)) / 1000).toFixed(2)} s`;
  return [
    `${name}, ${formatBytes(bytes)}`,
    formatCount(rounds[0]?.envelopes ?? 0),
    seconds(({ loadMs }) => loadMs),
    seconds(({ rulesMs }) => rulesMs),
    median(rounds.map(ofLoad)).toFixed(2),
    seconds(({ auditMs }) => auditMs),
    seconds(({ ownMs }) => ownMs),
    median(rounds.map(ofAcceptor)).toFixed(1),
  ];
}

/** What is promised; of both logs, the worse counts. */
function auditTargets(logs: readonly Pick<AuditedLog, 'rounds'>[]): readonly Target[] {
  const most = (of: (times: AuditTimes) => number): number =>
    Math.max(...logs.map(({ rounds }) => median(rounds.map(of))));
  return [
    target('audit of an open log against the acceptor alone, times as long', 'at most', 3, most(ofAcceptor)),
    target('rules of a log, part of the load time', 'at most', 0.1, most(ofLoad)),
  ];
}
