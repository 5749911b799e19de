/** What the type of a row says. A log has few types: what is known of one is looked up once. */
import { alwaysFails, describeEvent, type EventAct, type EventDescription } from '@openwop-inspector/events';
import { foldedType } from '@openwop-inspector/protocol';
import type { LoadedLog } from '../loaded-log.ts';

type Typed = Pick<LoadedLog, 'index'>;

/** Returns by row what `of` says of its type, which is called once a type. Legacy names of types are folded before. */
export function byType<T>({ index }: Typed, of: (type: string) => T): (row: number) => T {
  const { columns, types } = index;
  const known: T[] = [];
  // In order of their numbers, so that the list has no holes.
  const learn = (type: number): void => {
    while (known.length <= type) known.push(of(foldedType(types.textOf(known.length))));
  };
  return (row) => {
    const type = columns.type[row] as number;
    if (type >= known.length) learn(type);
    return known[type] as T;
  };
}

/** Returns by row whether its type is that of a failure. */
export const failedRows = (log: Typed): ((row: number) => boolean) => byType(log, alwaysFails);

/** What is known of events of the type of a row. */
export const describeRow = ({ index }: Typed, row: number): EventDescription =>
  describeEvent(foldedType(index.typeOf(row)));

/** Returns by row the act that its type is, undefined for a type that is none. */
export const actsByRow = (log: Typed): ((row: number) => EventAct | undefined) =>
  byType(log, (type) => describeEvent(type).act);
