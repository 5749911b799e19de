/** Which major of OpenWOP the type names of a log belong to (run-events 3.6). */
import { isRecord, storedIn } from '@openwop-inspector/base';
import { v2EventName } from '@openwop-inspector/protocol';
import { FLAG } from '../index/event-columns.ts';
import { WITH_TENANT } from '../index/interner.ts';
import type { LoadedLog } from './loaded-log.ts';
import { allRows } from './rows/rows.ts';

type Indexed = Pick<LoadedLog, 'index' | 'order'>;

const known = new WeakMap<LoadedLog['order'], ReturnType<typeof countNames>>();

/** Null for a log without names of v2. O(events) of a log with some; cached as long as the order of the log is. */
export const eventNames = (log: Indexed) =>
  log.index.types.hasV2 ? storedIn(known, log.order, () => countNames(log)) : null;

/** Events that only one major names so: how many, and the first in the order of the log; -1 for none. */
function countNames(log: Indexed) {
  const { types, columns } = log.index;
  const isRenamed = types.all().map((name) => v2EventName(name) !== name);
  const found = { v1: 0, v2: 0, firstV1: -1, firstV2: -1 };
  for (const row of allRows(log)) {
    if (columns.has(row, FLAG.v2Name)) {
      if (found.v2++ === 0) found.firstV2 = row;
    } else if (isRenamed[(columns.type[row] as number) - 1] === true) {
      if (found.v1++ === 0) found.firstV1 = row;
    }
  }
  return found;
}

/**
 * What the members around the events say of their major: the era of the log (3 is that of v2), else versions of the
 * protocol of which none is known here. Null where nothing is said, and for v1.
 */
export function statedMajor(header: ReadonlyMap<string, unknown>) {
  const around = [Object.fromEntries(header), header.get('run'), header.get('snapshot')].filter(isRecord);
  const era = around.map((one) => one.eventLogSchemaVersion).find(Number.isInteger);
  if (typeof era === 'number' && era >= 3) return { isV2: era === 3, text: `era ${era}` };
  const hosts = [...around, header.get('discovery'), header.get('host')].filter(isRecord);
  const versions = hosts.flatMap(({ preferredVersion, protocolVersion, protocolVersions }) =>
    [preferredVersion, protocolVersion, protocolVersions].flat().filter(isVersion),
  );
  const [first] = versions;
  const isKnown = versions.some((version) => /^[12]\./.test(version));
  return first === undefined || isKnown ? null : { isV2: false, text: `OpenWOP ${first}` };
}

/** True for a log that is of v2 by its names, or by what is around its events; false for one that mixes both majors. */
export function isV2Log(log: Pick<LoadedLog, 'index' | 'order' | 'header'>): boolean {
  const names = eventNames(log);
  return names === null ? statedMajor(log.header)?.isV2 === true : names.v1 === 0;
}

const isVersion = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,4}\.\d{1,4}$/.test(value);

/** True for an event of a log with names of v2, or of a run whose id names its tenant. Cached as `eventNames` is. */
export function isOfV2(log: Indexed, row: number): boolean {
  const { columns, runs } = log.index;
  return eventNames(log) !== null || WITH_TENANT.test(runs.textOf(columns.run[row] as number));
}
