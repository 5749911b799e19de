/** A host of our own on loopback, which speaks like each of the observed ones and fails as they do. */
export { until } from './asking.ts';
export { DIALECT_NAMES, type DialectName } from './dialects/dialect.ts';
export { DIALECTS } from './dialects/dialects.ts';
export type { Faults } from './faults.ts';
export { type LiveHost, type LiveHostOptions, startLiveHost, startOneAnswer } from './live-host.ts';
export { endServer, listen } from './loopback.ts';
export { plainScript } from './runs/scripts/plain.ts';
