/** Deviations that the events of a host show by themselves, whatever the envelope was (acceptor 3.3, 9). */
import { ownString } from '@openwop-inspector/base';
import type { Deviation, HostDeviation } from './deviations.ts';
import type { LogEvent } from './evidence.ts';
import type { HostRecorded } from './host-recorded.ts';
import { fieldsOf, payloadOf } from './payload-facts.ts';

/** What one event, or what is missing beside it, tells; rules over a whole log are those of run-log. Pure. O(events of the emission). */
export function recordedDeviations(host: HostRecorded): readonly HostDeviation[] {
  return [...oneCode(host), ...interruptAlone(host), ...infoLevel(host)];
}

/** R6: one code for everything invalid. */
function oneCode({ code, meaning }: HostRecorded): readonly HostDeviation[] {
  if (code !== 'envelope_validation_failed') return [];
  const note = 'The host has one code for everything invalid';
  return [deviation('R6', 'code', meaning ?? 'the code of the refusal', code, note)];
}

/** R7: the questions of a clarification are recorded by `clarification.requested`. A repeat records nothing (acceptor 8). */
function interruptAlone({ events, status, emission }: HostRecorded): readonly HostDeviation[] {
  const asks = events.some(
    (event) => event.type === 'interrupt.requested' && kindOf(event) === 'clarification',
  );
  const isWhole = events.some(({ type }) => type === 'clarification.requested');
  if (status !== 'accepted' || !asks || isWhole || emission > 1) return [];
  const note = 'The host records a clarification as an interrupt alone';
  return [
    deviation('R7', 'events', 'clarification.requested, interrupt.requested', 'interrupt.requested', note),
  ];
}

function kindOf(event: LogEvent): string | null {
  return ownString(payloadOf(event), 'kind');
}

/** R8: schemas are logged for those who debug. */
function infoLevel({ events }: HostRecorded): readonly HostDeviation[] {
  const wrong = events.find((event) => {
    const type = ownString(fieldsOf(event), 'envelopeType') ?? '';
    return /^schema\.(?:request|response)$/.test(type) && ownString(payloadOf(event), 'level') === 'info';
  });
  if (wrong === undefined) return [];
  return [deviation('R8', 'log.appended.level', 'debug', 'info', 'The host logs schema.* at level info')];
}

function deviation(rule: Deviation, what: string, here: string, host: string, note: string): HostDeviation {
  return { rule, what, here, host, note, clause: `acceptor ${rule}` };
}
