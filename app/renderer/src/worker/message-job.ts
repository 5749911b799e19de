import {
  type AghResult,
  type AghStepTrace,
  createAghAcceptor,
  VIEWER,
} from '@openwop-inspector/acceptor-core';
import { type MaskedText, masker } from '@openwop-inspector/base';
import { type MessageFacts, messageFacts, type RunLog } from '@openwop-inspector/run-log';

/** One step of the acceptor of messages, with texts that are masked like all others. */
interface MessageStep extends Pick<AghStepTrace, 'step' | 'verdict' | 'details'> {
  readonly note: MaskedText;
  readonly clause: MaskedText;
}

/** A message of AGH Network with its way through the acceptor. */
export interface MessageAnswer {
  readonly facts: MessageFacts;
  readonly verdict: Pick<
    AghResult,
    'status' | 'reason_code' | 'step' | 'lifecycle' | 'badge' | 'warnings' | 'judgedAs'
  > & { readonly trace: readonly MessageStep[] };
  /** Messages before it that the acceptor gets first; with fewer than there are it may not know all it should. */
  readonly usedBefore: number;
  readonly before: number;
}

/** Messages before one that the acceptor gets first, so that the question is answered in a moment. */
const MAX_BEFORE = 5_000;

/**
 * A message with its steps. The acceptor gets the messages before it in the order of the file, since clock, repeats
 * and interactions hang on them; only the message itself is judged at `now`. Null for an event.
 */
export async function messageAnswer(
  log: RunLog,
  ordinal: number,
  now: number | null,
): Promise<MessageAnswer | null> {
  const facts = messageFacts(log, ordinal);
  if (facts === null) return null;
  const { rows } = log.index.messages;
  const before = facts.placed.sequence - 1;
  const first = Math.max(0, before - MAX_BEFORE);
  const acceptor = createAghAcceptor({ ...VIEWER, ...log.index.messages.dialects.ofFile });
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (const row of rows.slice(first, before))
    acceptor.acceptText(decoder.decode(await log.read(row.ordinal)));
  const text = decoder.decode(await log.read(ordinal));
  const result = acceptor.acceptText(text, now ?? undefined);
  const { status, reason_code, step, lifecycle, badge, judgedAs } = result;
  // Messages of the acceptor contain no content but names of members.
  const said = <Found extends { readonly message: string; readonly pointer?: string | undefined }>(
    reported: Found,
  ) => ({
    ...reported,
    message: masker.text(reported.message),
    ...(reported.pointer === undefined ? {} : { pointer: masker.text(reported.pointer) }),
  });
  const trace = result.trace.map((row) => ({
    step: row.step,
    verdict: row.verdict,
    note: masker.text(row.note),
    clause: masker.text(row.clause),
    details: row.details.map(said),
  }));
  const warnings = result.warnings.map(said);
  return {
    facts,
    verdict: { status, reason_code, step, lifecycle, badge, judgedAs, warnings, trace },
    usedBefore: before - first,
    before,
  };
}
