/**
 * Problems a reader reports. `error`: something is missing or wrong. `warning`: suspicious.
 * `note`: a tolerated form. Texts never carry content of the file.
 */
import { type AghReasonCode, type AghWarningCode, aghReasonCodes, aghWarningCodes } from './agh-codes.ts';
import { type ProblemInfo, problemTable, type Severity } from './problem-info.ts';
import {
  bundleProblems,
  causationProblems,
  eventProblems,
  fileProblems,
  runProblems,
} from './reader-problem-codes.ts';
import { ruleProblems } from './rule-problem-codes.ts';

// What the acceptor of AGH Network v0 says of the messages of a log, as problems: its reasons and its warnings.

/** Reasons that a receipt alone gives. */
const OF_RECEIPTS = ['not_found', 'busy', 'conversation_not_found'] as const;
type OfMessages = Exclude<AghReasonCode | AghWarningCode, (typeof OF_RECEIPTS)[number]>;

/* @__NO_SIDE_EFFECTS__ */
function messageProblems(): Readonly<Record<`agh_${OfMessages}`, ProblemInfo>> {
  const all = Object.entries({ ...aghReasonCodes, ...aghWarningCodes });
  const given = all.filter(([code]) => !OF_RECEIPTS.some((reason) => reason === code));
  const problems = given.map(([code, info]) => [`agh_${code}`, info]);
  return Object.fromEntries(problems) as Record<`agh_${OfMessages}`, ProblemInfo>;
}

const OF_MESSAGES = { severity: 'note', clause: 'agh 6' } as const;

/** Problems of messages (agh 2) that no single one shows. */
const conversationProblems = problemTable(OF_MESSAGES, {
  agh_two_dialects: [
    'Two dialects in one file',
    'Each message is checked by the dialect that it shows itself; open the conversations apart.',
    'agh 9.1',
    'warning',
  ],
  agh_ignored: [
    'A message without effect',
    'Check the interaction: it is unknown, has ended, or is not between these two peers.',
    'agh 5',
  ],
  agh_receipt_refuses: [
    'A receipt that refuses a message',
    'Read reason_code and detail of the receipt, and the message that it is for.',
    'agh 4',
    'warning',
  ],
  agh_dangling_reference: [
    'A message that is named and not in the file',
    'Open the file that holds it too; files opened together are one conversation.',
  ],
  agh_ambiguous_id: [
    'An id that several senders use',
    'An id is unique for its sender alone: where the sender is not given, the first one counts.',
  ],
});

/** Every problem code with its facts. */
export const problemCodes = {
  ...fileProblems,
  ...eventProblems,
  ...runProblems,
  ...bundleProblems,
  ...causationProblems,
  ...ruleProblems,
  ...messageProblems(),
  ...conversationProblems,
} as const satisfies Record<string, ProblemInfo>;

/** A stable code of the problems list. */
export type ProblemCode = keyof typeof problemCodes;

/**
 * A tolerated or suspicious finding, with its place. `message` has codes, ids and counts only, never free text of the
 * content (security rule S-22).
 */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly message: string;
  readonly sequence?: number;
  readonly eventId?: string;
  /** RFC 6901 pointer inside the event document, or inside the file for a problem of the file. */
  readonly pointer?: string;
  /** Byte of the source, after unpacking, counted from 0. */
  readonly byteOffset?: number;
  /** Line of the source, counted from 1. */
  readonly line?: number;
  /** Of a message of AGH Network: the step that decided, and the reason of the protocol (agh 2, 4). */
  readonly step?: string;
  readonly reason_code?: string;
  /** Section of the protocol or of the project's rules this is about. */
  readonly clause?: string;
}

/** True for the code of a rule over the events of a log. */
export function isLogRule(code: string): code is keyof typeof ruleProblems {
  return Object.hasOwn(ruleProblems, code);
}
