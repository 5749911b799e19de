/** Why a surface is replaced whole by a notice (envelope 7.4). */

/** `a2ui_limit` is ours: the surface is legal, and more than a renderer takes. */
export type SurfaceNoticeCode = 'unknown_schema_version' | 'envelope_invalid' | 'a2ui_limit';

/** One violation. Contains text of the schema only, none of the surface. */
export interface SurfaceViolation {
  /** RFC 6901 pointer from the payload. */
  readonly pointer: string;
  readonly message: string;
}

/** Instead of the surface; nothing of it is shown. */
export interface SurfaceNotice {
  readonly code: SurfaceNoticeCode;
  readonly clause: string;
  /** One sentence. */
  readonly message: string;
  /** Places, at most fifty; for a limit the first place that passes it. */
  readonly violations: readonly SurfaceViolation[];
}
