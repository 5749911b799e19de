import { READABLE_ON_THE_WAY } from '@openwop-inspector/host-client';
import { classNames, Icon, layout } from '@openwop-inspector/ui';

/** That a token would cross a network in the clear (security S-11). */
export function ReadableOnTheWay() {
  return (
    <p className={classNames(layout.rowTop, layout.warnText, layout.gap8, layout.topIcon)}>
      <Icon name="warning" /> {READABLE_ON_THE_WAY}
    </p>
  );
}
