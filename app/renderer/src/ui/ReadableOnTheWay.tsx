import { READABLE_ON_THE_WAY } from '@openwop-inspector/host-client';
import { Icon, layout } from '@openwop-inspector/ui';

/** That a token would cross a network in the clear (security S-11). */
export function ReadableOnTheWay() {
  return (
    <p className={layout('rowTop warnText gap8 topIcon')}>
      <Icon name="warning" /> {READABLE_ON_THE_WAY}
    </p>
  );
}
