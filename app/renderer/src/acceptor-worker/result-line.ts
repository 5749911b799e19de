import type { AcceptResult, EnvelopePlace, Secret } from '@openwop-inspector/acceptor-core';
import { isRecord } from '@openwop-inspector/base';
import { findNodeAtLocation } from 'jsonc-parser';
import { masked } from '../model/masked.ts';
import type { ResultLine } from './acceptor-contract.ts';

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

/** Longest kind that is taken from a text, in UTF-16 units. */
const MAX_TYPE = 200;

/**
 * The line with the kind as it is written in the text, where the acceptor recorded none: an envelope that is refused
 * before its kind is looked at has one all the same.
 */
export function withWrittenType(
  line: ResultLine,
  { node }: EnvelopePlace,
  secrets: readonly Secret[],
): ResultLine {
  if (line.type !== null) return line;
  const type = textOf(findNodeAtLocation(node, ['type'])?.value);
  return type === null ? line : { ...line, type: masked(type, secrets).slice(0, MAX_TYPE) };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
