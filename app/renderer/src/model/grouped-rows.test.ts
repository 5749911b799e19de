import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupedRowAt, layOutGroups } from './grouped-rows.ts';

test('each header is followed by its members, and no row is out of range', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 5 })), (members) => {
      const list = layOutGroups(members);
      const wanted = members.flatMap((count, group) =>
        Array.from({ length: count + 1 }, (_, at) => ({ group, member: at - 1 })),
      );
      expect(Array.from({ length: list.rows }, (_, row) => groupedRowAt(list, row))).toEqual(wanted);
      expect([groupedRowAt(list, -1), groupedRowAt(list, list.rows)]).toEqual([null, null]);
    }),
  );
});
