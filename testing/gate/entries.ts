import { ACCEPTOR_ENTRIES } from './entries/acceptor.ts';
import { ANSWER_ENTRIES } from './entries/answers.ts';
import { LIVE_ENTRIES } from './entries/live.ts';
import { MASK_ENTRIES } from './entries/masks.ts';
import { READER_ENTRIES } from './entries/readers.ts';
import { RENDER_ENTRIES } from './entries/renderers.ts';
import { TERMINAL_ENTRIES } from './entries/terminal.ts';
import type { GateEntry } from './entry.ts';

/** Every way in for foreign content. What takes any has a row. */
export const GATE_ENTRIES: readonly GateEntry[] = [
  ...READER_ENTRIES,
  ...ANSWER_ENTRIES,
  ...LIVE_ENTRIES,
  ...MASK_ENTRIES,
  ...ACCEPTOR_ENTRIES,
  ...RENDER_ENTRIES,
  ...TERMINAL_ENTRIES,
];
