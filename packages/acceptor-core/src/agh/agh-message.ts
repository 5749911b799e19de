import type { JsonObject } from '@openwop-inspector/base';
import type { AghKind } from './agh-codes.ts';

/** A message whose envelope passed the grammar (agh 1); null stands for an absent field. */
export interface AghMessage {
  readonly id: string;
  readonly kind: AghKind;
  readonly channel: string;
  readonly from: string;
  /** Null for a broadcast. */
  readonly to: string | null;
  readonly interactionId: string | null;
  readonly replyTo: string | null;
  /** Unix seconds. */
  readonly ts: number;
  readonly expiresAt: number | null;
  readonly body: JsonObject;
}
