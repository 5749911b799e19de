/** Hosts that attack: what each does, and the ends that are right. */
import type { HostileRow, Where } from './hostile-row.ts';
import { DEPTH_AND_SIZE } from './rows/depth-and-size.ts';
import { TRANSPORT } from './rows/transport.ts';
import { VALUES } from './rows/values.ts';

export { type HostileHost, startHostileHost } from './hostile-host.ts';
export type { End, HostileRow } from './hostile-row.ts';
export { HOST_TOKEN, TOKEN_SPELLINGS } from './sound-answers.ts';
export { TRANSPORT };

/** Everything that a hostile host does, each with the ends that are right. */
export const HOSTILE_ROWS: readonly HostileRow[] = [...DEPTH_AND_SIZE, ...TRANSPORT, ...VALUES];

/** The rows for one shell, or for `tail`. */
export const rowsFor = (where: Where): readonly HostileRow[] =>
  HOSTILE_ROWS.filter((each) => each.where?.includes(where) !== false);
