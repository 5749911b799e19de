import { ownValue } from '@openwop-inspector/base';
import { AGH_KINDS } from '../agh-codes.ts';
import { passed, recordStep, rejected } from '../agh-step.ts';

/** A2c: one of the seven kinds. */
export const kind = recordStep({
  id: 'A2c',
  name: 'kind',
  clause: 'agh 1',
  inputs: ['/kind'],
  check: (record, work) => {
    const value = ownValue(record, 'kind');
    work.kind = AGH_KINDS.find((known) => known === value) ?? null;
    if (work.kind !== null) return passed(work.kind);
    const details = [{ pointer: '/kind', message: `is not one of ${AGH_KINDS.join(', ')}` }];
    return rejected('unsupported_kind', 'not one of the seven kinds', details);
  },
});
