import type { AcceptResult } from '@openwop-inspector/acceptor-core';
import type { ResultLine } from './acceptor-contract.ts';
import { isRecord } from './is-record.ts';

/** A result in a line. Names come from the redacted envelope. */
export function lineOf(result: AcceptResult): ResultLine {
  const recorded = isRecord(result.recorded) ? result.recorded : {};
  return {
    envelopeId: textOf(recorded.envelopeId),
    type: textOf(recorded.type),
    status: result.status,
    code: result.code,
    step: result.step,
    events: result.events.length,
    redactionCount: result.redactionCount,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
