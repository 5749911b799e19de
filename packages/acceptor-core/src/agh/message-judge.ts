import { type JsonObject, member, objectAt, ownValue, textAt, textsAt } from '@openwop-inspector/base';
import type {
  AghFileDialect,
  AghReasonCode,
  ClaimedCard,
  JudgedMessage,
  MessageFinding,
  MessageJudge,
  ProblemCode,
} from '@openwop-inspector/protocol';
import type { AghContext } from './agh-work.ts';
import { type AghResult, createAghAcceptor } from './create-agh-acceptor.ts';

/** Context of a recording: its own clock, without peers of this side (agh 2). */
export const VIEWER: AghContext = { clock: 'replay', mode: 'viewer' };

/** Creates a validator for the messages of a log in file order, as a viewer of a recording of this dialect. */
export function createMessageJudge(dialect: AghFileDialect): MessageJudge {
  const acceptor = createAghAcceptor({ ...VIEWER, ...dialect });
  return { take: (text) => judgementOf(acceptor.acceptText(text)) };
}

function judgementOf(result: AghResult): JudgedMessage {
  const { status, reason_code: reason, step, lifecycle, dialect, preserved } = result;
  const content = objectAt(preserved, 'body');
  const kind = member(preserved, 'kind');
  const isRead = reason !== 'malformed';
  return {
    status,
    reason,
    step,
    state: lifecycle,
    dialect,
    receipt: kind === 'receipt' ? receiptText(content) : null,
    digestFits: kind === 'capability' && isRead ? reason !== 'verification_failed' : null,
    card: kind === 'greet' || kind === 'whois' ? cardIn(content) : null,
    findings: [
      ...verdictFindings(result),
      ...result.warnings.map(({ code, ...rest }): MessageFinding => ({ code: `agh_${code}`, ...rest })),
      ...refusalBy(kind, content, result),
    ],
  };
}

function receiptText(body: JsonObject): string {
  const words = [textAt(body, 'status'), textAt(body, 'reason_code')];
  // Words of the protocol look like this; anything else in their place is text of the content.
  return words.filter((word) => word !== null && /^[a-z_]{1,32}$/.test(word)).join(', ');
}

function cardIn(body: JsonObject): ClaimedCard | null {
  const card = objectAt(body, 'peer_card');
  const peerId = textAt(card, 'peer_id');
  if (peerId === null) return null;
  const capabilities = textsAt(card, 'capabilities') ?? [];
  return { peerId, displayName: textAt(card, 'display_name'), capabilities: capabilities.slice(0, 100) };
}

/** The verdict as a problem, one for all that the deciding step objects to. */
function verdictFindings({ status, reason_code: reason, step, trace }: AghResult): readonly MessageFinding[] {
  if (status === 'accepted') return [];
  const row = trace.at(-1);
  const [first] = row?.details ?? [];
  const where =
    first === undefined ? '' : `; ${first.pointer === '' ? '' : `${first.pointer} `}${first.message}`;
  const said = reason === null || reason === status ? status : `${status}, ${reason}`;
  const message = `${step} ${row?.name ?? ''}: ${said}: ${row?.note ?? ''}${where} (${row?.clause ?? 'agh 2'})`;
  const pointer = first === undefined || first.pointer === '' ? {} : { pointer: first.pointer };
  const reported = reason === null ? { step } : { step, reason_code: reason };
  return [{ code: codeOf(status === 'ignored' ? null : reason), message, ...pointer, ...reported }];
}

/** An ignored message has no code of a refusal. */
function codeOf(reason: AghReasonCode | null): ProblemCode {
  // Reasons that occur in receipts alone.
  return reason === null || reason === 'not_found' || reason === 'busy' || reason === 'conversation_not_found'
    ? 'agh_ignored'
    : `agh_${reason}`;
}

/** A receipt that says that a peer did not take a message. */
function refusalBy(kind: unknown, body: JsonObject, { status }: AghResult): readonly MessageFinding[] {
  const said = ownValue(body, 'status');
  if (kind !== 'receipt' || status === 'rejected' || said === 'accepted') return [];
  const message = `The receipt says ${receiptText(body)} of the message that for_id names`;
  return [{ code: 'agh_receipt_refuses', message, pointer: '/body/for_id' }];
}
