import type { ShellInfo } from '@openwop-inspector/shell-contract';
import { classNames, Icon, layout } from '@openwop-inspector/ui';

/** What remains without the guard (ADR 0010). A page cannot find out whether its browser honours a header. */
const NOT_REMOVED: Readonly<Record<ShellInfo['shell'], string>> = {
  desktop: 'WebRTC could not be removed from this window. The desktop application blocks its network access.',
  browser:
    'WebRTC could not be removed from this window. Only a browser that honours the Connection-Allowlist header, such as Chromium 156, blocks its network access.',
};

interface WebRtcStatusProps {
  readonly isRemoved: boolean;
  readonly shell: ShellInfo['shell'];
}

/** Whether WebRTC, which no content security policy covers, is removed from the window; else what blocks it. */
export function WebRtcStatus({ isRemoved, shell }: WebRtcStatusProps) {
  if (isRemoved) return <p className={layout.words}>WebRTC: removed from this window and its frames.</p>;
  return (
    <p role="alert" className={classNames(layout.rowTop, layout.body, layout.warnText, layout.gap8)}>
      <Icon name="warning" /> {NOT_REMOVED[shell]}
    </p>
  );
}
