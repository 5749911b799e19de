import { ownValue } from '@openwop-inspector/base';
import { passed, recordStep, rejected } from '../agh-step.ts';

const PROTOCOL = 'agh-network/v0';

/** A2b: the protocol. Another version of it is told apart from another protocol; the reference calls both malformed. */
export const protocol = recordStep({
  id: 'A2b',
  name: 'protocol',
  clause: 'agh 2',
  inputs: ['/protocol'],
  check: (record) => {
    const value = ownValue(record, 'protocol');
    if (value === PROTOCOL) return passed(PROTOCOL);
    const details = [{ pointer: '/protocol', message: `is not ${PROTOCOL}` }];
    if (typeof value === 'string' && value.startsWith('agh-network/')) {
      return rejected('unsupported_profile', 'another version of AGH Network', details);
    }
    return rejected('malformed', 'another protocol', details);
  },
});
