/** Words of AGH Network v0 that only the acceptor says; kinds, reasons and warnings are those of the protocol. */
export {
  AGH_KINDS,
  AGH_REASONS,
  type AghCodeInfo,
  type AghKind,
  type AghReasonCode,
  type AghWarningCode,
  aghReasonCodes,
  aghWarningCodes,
} from '@openwop-inspector/protocol';

export type AghStatus = 'accepted' | 'rejected' | 'duplicate' | 'ignored';

/** States of an interaction; `unopened` is ours, for a lane whose opener is not in the file (agh 5). */
export type AghInteractionState =
  | 'submitted'
  | 'working'
  | 'needs_input'
  | 'completed'
  | 'failed'
  | 'canceled'
  | 'unopened';

/** Which version speaks, all under one protocol name (agh 9). */
export type AghDialect = 'seed' | 'earlier' | 'later';
