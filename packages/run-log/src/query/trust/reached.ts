/** What untrusted content reached, and whether the host did as the protocol asks (acceptor 7, security S-16). */
import { isRecord, type MaskedText, words } from '@openwop-inspector/base';
import { FLAG } from '../../index/event-columns.ts';
import type { LoadedLog } from '../loaded-log.ts';
import type { PayloadReader } from '../payload/read-payload.ts';
import { isUntrusted } from './taint.ts';
import type { TaintVerdict, TrustFinding } from './trust-findings.ts';

/** What untrusted content reached that acts, or that the user acts on; `lost` is any other event that lost its mark. */
export type ReachedKind = 'approval' | 'decision' | 'interrupt' | 'refusal' | 'tool' | 'surface' | 'lost';

const KINDS: ReadonlyMap<string, ReachedKind> = new Map<string, ReachedKind>([
  ['approval.requested', 'approval'],
  ['interrupt.requested', 'interrupt'],
  ['clarification.requested', 'interrupt'],
  ['agent.toolCalled', 'tool'],
  ['ui.a2ui-surface', 'surface'],
]);

/** What happens at a place, in words. */
export const REACHED_WORDS: Readonly<Record<ReachedKind, string>> = {
  approval: 'an approval is requested',
  decision: 'an approval is decided',
  interrupt: 'the user is prompted',
  refusal: 'an envelope is refused',
  tool: 'a tool is called',
  surface: 'a surface is displayed',
  lost: 'the mark is lost',
};

const BLOCKED = 'untrusted_content_blocks_approval';

/** What kind of place an event is where untrusted content acts; null for none of them. O(1). */
export function reachedKind({ index }: LoadedLog, row: number, finding?: TrustFinding): ReachedKind | null {
  if (finding?.kind === 'decision') return 'decision';
  const isWarning = ((index.columns.flags[row] as number) & FLAG.envelopeWarning) !== 0;
  return (
    KINDS.get(index.typeOf(row)) ?? (isWarning ? 'refusal' : finding?.verdict === 'deviates' ? 'lost' : null)
  );
}

export interface Judged {
  readonly verdict: TaintVerdict;
  readonly clause: MaskedText;
  readonly why: MaskedText;
}

const APPROVAL = words`acceptor S11`;
const TRUST = words`acceptor 7`;
const FRAME = words`security S-16`;

/**
 * What the protocol asks of a place, compared with what was recorded; null for a refusal of another reason. `finding` is that
 * of the event, if there is one.
 */
export async function judgeReached(
  log: LoadedLog,
  row: number,
  kind: ReachedKind,
  finding: TrustFinding | undefined,
  reader: PayloadReader,
): Promise<Judged | null> {
  if (finding !== undefined) {
    const { verdict, why } = finding;
    return { verdict, why, clause: finding.kind === 'decision' ? APPROVAL : TRUST };
  }
  switch (kind) {
    case 'refusal':
      return (await isBlocked(row, reader))
        ? {
            verdict: 'agrees',
            clause: TRUST,
            why: words`by untrusted_content_blocks_approval, as it has to be`,
          }
        : null;
    case 'tool':
      return {
        verdict: 'unknown',
        clause: words`security mcp-server-untrusted-args`,
        why: words`that its arguments were checked against the tool's schema is not recorded`,
      };
    default:
      return judgeMark(log, row, kind);
  }
}

/** What is put before the user has to say that it is untrusted. */
function judgeMark(log: LoadedLog, row: number, kind: ReachedKind): Judged {
  const clause = kind === 'surface' ? FRAME : TRUST;
  if (isUntrusted(log.index, row))
    return {
      verdict: 'agrees',
      clause,
      why: words`it says that it is untrusted, so that it is framed as such`,
    };
  return {
    verdict: 'unknown',
    clause,
    why: words`it does not say whether it is trusted; contentTrust would say`,
  };
}

async function isBlocked(row: number, reader: PayloadReader): Promise<boolean> {
  const payload = await reader.fields(row);
  const fields = payload.value('fields');
  const reported = isRecord(fields) ? [fields.reason, fields.code] : [];
  return [...reported, payload.value('reason'), payload.value('code')].includes(BLOCKED);
}
