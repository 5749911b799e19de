import { pairKey } from '../agh-settings.ts';
import { messageStep, passed, rejected, unchecked } from '../agh-step.ts';

/** A5a: a directed message must be for a local peer of its channel. */
export const routing = messageStep({
  id: 'A5a',
  name: 'routing',
  clause: 'agh 2',
  inputs: ['/channel', '/to', 'localPeers'],
  check: ({ channel, to }, { settings: { localPeers } }) => {
    if (to === null) return passed('a broadcast');
    if (localPeers === null) return unchecked('local peers unknown');
    if (localPeers.has(pairKey(channel, to))) return passed('for a local peer');
    return rejected('not_target', 'for no local peer of this channel');
  },
});
