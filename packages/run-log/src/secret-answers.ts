/** What a scan of a log for secrets tells. Nothing of a secret is in it but its mark. */
import type { FoundBy, MaskedText } from '@openwop-inspector/base';
import type { EventRow } from './answers.ts';

/** An event that holds a secret, in causal order: its cause stands before it. */
export interface SecretStep {
  readonly row: EventRow;
  /** Place in the list of the nearest cause that holds it, too; null where it enters. */
  readonly from: number | null;
}

/** A value that the host did not remove. */
export interface FoundSecret {
  /** The same for the same value: `…[masked:github #1]`. */
  readonly mark: MaskedText;
  /** Id of the rule of the table, and what it finds in words. */
  readonly rule: string;
  readonly kind: string;
  readonly by: FoundBy;
  /** Events that hold it. */
  readonly events: number;
  /** It stands beside the events as well: in the document around them, or in an envelope there. */
  readonly isBeside: boolean;
  /** Where it stands in the first event (RFC 6901); null when it stands in none, or in one too large to say. */
  readonly pointer: MaskedText | null;
  /** The first event, and others that hold it, in causal order; not all of many. */
  readonly flow: readonly SecretStep[];
}

/** What a scan came to. */
export interface SecretScan {
  /** By the first event that holds each. */
  readonly secrets: readonly FoundSecret[];
  /** Places of further values, over the limit of what is told one by one. */
  readonly beyond: number;
  /** Events that were looked at. */
  readonly events: number;
  /** False for a log that names no causes: flows are then in the order of the list. */
  readonly hasCauses: boolean;
}
