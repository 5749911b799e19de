/** What can be wrong with a delta frame, in the order of the checks (envelope 7.6, vectors FORMAT 4). */

export interface DeltaCodeInfo {
  /** Sentence case, no full stop. Contains no text of the frame. */
  readonly title: string;
  readonly clause: string;
  /** The correct form for a host to send. */
  readonly advice: string;
}

const codes = {
  delta_bad_frame: {
    title: 'This is not a delta frame',
    clause: 'envelope 7.6',
    advice:
      'Send surfaceRef, catalogVersion and a patch of add, remove, replace, move or copy, with whole pointers.',
  },
  delta_unknown_ref: {
    title: 'The frame names a surface that was not delivered here',
    clause: 'envelope 7.6 (1)',
    advice: 'Send the full surface first, and name the event it came in.',
  },
  delta_catalog_mismatch: {
    title: 'The frame is for another version of the catalogue',
    clause: 'envelope 7.6 (2)',
    advice: 'Send the catalogVersion of the surface.',
  },
  delta_mixed_roots: {
    title: 'Some pointers begin at the payload and some at the surface',
    clause: 'envelope 7.6 (3)',
    advice: 'Begin all pointers of a frame at one root.',
  },
  delta_forbidden_segment: {
    title: 'A pointer leads through a prototype',
    clause: 'envelope 7.6 (4)',
    advice: 'Do not name __proto__, constructor or prototype.',
  },
  delta_move_into_child: {
    title: 'A part is moved into itself',
    clause: 'envelope 7.6 (4)',
    advice: 'Move a part beside or above its place.',
  },
  delta_path_missing: {
    title: 'A pointer leads to nothing',
    clause: 'envelope 7.6 (4)',
    advice: 'Send the full surface; the host and this side hold different ones.',
  },
  delta_catalog_changed: {
    title: 'The patch changes the version of the catalogue',
    clause: 'envelope 7.6 (5)',
    advice: 'Send a full surface for another version.',
  },
  delta_invalid_result: {
    title: 'The patched surface is not made of the catalogue',
    clause: 'envelope 7.6 (5)',
    advice: 'Send a patch whose result is a legal surface.',
  },
} as const satisfies Record<string, DeltaCodeInfo>;

/** A reason to refuse a delta frame. */
export type DeltaCode = keyof typeof codes;

/** Words of a code. */
export function deltaCodeInfo(code: DeltaCode): DeltaCodeInfo {
  return codes[code];
}
