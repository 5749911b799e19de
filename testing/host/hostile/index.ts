/** Hosts that attack: what each does, and the ends that are right. */
export { type HostileHost, startHostileHost } from './hostile-host.ts';
export type { End, HostileRow } from './hostile-row.ts';
export { rowsFor } from './hostile-rows.ts';
export { TRANSPORT } from './rows/transport.ts';
export { HOST_TOKEN, TOKEN_SPELLINGS } from './sound-answers.ts';
