/** The audit of a log next to the acceptor alone, and the rules of a log next to its load; on a plain log and an adverse one. */
import { formatCount } from '@openwop-inspector/base';
import { ADVERSE } from '../generator/formats.ts';
import { storedLog } from '../generator/write-log.ts';
import { apart } from './own-process.ts';
import { type Measure, type Target, target } from './report.ts';
import { type Rounds, ratioOf, takeTurns } from './rounds.ts';

const FORMATS = ['ndjson', ADVERSE] as const;

/** Measures both logs, each audit in a process of its own. */
export const measureAudit: Measure = async ({ events, seed, rounds, folder, program }, say) => {
  const contenders = FORMATS.map((format) =>
    apart(program, format, 'audit', storedLog(folder, { events, seed, format }, say).file),
  );
  const values = await takeTurns(contenders, rounds, say);
  return {
    subject: `${formatCount(events)} events, seed ${seed}`,
    rounds: values,
    groups: FORMATS.flatMap((format) => [
      [`${format}: load`, `${format}: rules`],
      [`${format}: acceptor alone`, `${format}: audit`],
    ]),
    targets: FORMATS.flatMap((format) => auditTargets(values, format)),
  };
};

function auditTargets(rounds: Rounds, format: string): readonly Target[] {
  const ratio = (above: string, below: string) =>
    ratioOf(rounds, `${format}: ${above}`, `${format}: ${below}`);
  return [
    target(
      `${format}: audit against the acceptor alone, times as long`,
      'at most',
      3,
      ratio('audit', 'acceptor alone'),
    ),
    target(`${format}: rules of the log, part of the load time`, 'at most', 0.1, ratio('rules', 'load')),
  ];
}
