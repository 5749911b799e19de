/** A host of our own on loopback, which speaks like each of the observed ones and fails as they do. */
export { until } from './asking.ts';
export type { DialectName } from './dialects/dialect.ts';
export { DIALECT_NAMES, DIALECTS } from './dialects/dialect-list.ts';
export type { Faults } from './faults/faults.ts';
export { type LiveHost, type LiveHostOptions, startLiveHost } from './live-host.ts';
export { startOneAnswer } from './one-answer.ts';
export { plainScript } from './runs/scripts/plain.ts';
