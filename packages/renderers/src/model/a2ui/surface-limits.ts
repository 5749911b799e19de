/** Limits of a renderer; the catalogue itself has no limits (envelope 7.2). */
export const SURFACE_LIMITS = {
  components: 500,
  /** Of one select. */
  options: 200,
  /** Code points of one string. Reasoning is clipped where it is shown, not here (envelope 5). */
  characters: 20_000,
  /** Of the payload as JSON, in UTF-8. */
  bytes: 256 * 1024,
} as const;
