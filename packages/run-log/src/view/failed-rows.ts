import { alwaysFails } from '@openwop-inspector/events';
import { foldedType } from '@openwop-inspector/protocol';
import type { LoadedLog } from './loaded-log.ts';

/** Returns whether the type of a row is that of a failure. A type is looked up once. */
export function failedRows({ index }: LoadedLog): (row: number) => boolean {
  const failed: (boolean | undefined)[] = [];
  return (row) => {
    const type = index.columns.type[row] as number;
    failed[type] ??= alwaysFails(foldedType(index.types.textOf(type)));
    return failed[type];
  };
}
