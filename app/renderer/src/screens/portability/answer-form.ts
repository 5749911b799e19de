import type { PortableAnswer } from '@openwop-inspector/audit';
import { type BadgeProps, type IconName, layout } from '@openwop-inspector/ui';

/** Glyph and tone of an answer; always displayed with the word. */
export const ANSWER_FORM: Readonly<
  Record<
    PortableAnswer,
    { readonly icon: IconName; readonly tone: string | undefined; readonly badge: BadgeProps['tone'] }
  >
> = {
  accepted: { icon: 'ok', tone: layout.okText, badge: 'ok' },
  refused: { icon: 'blocked', tone: layout.errorText, badge: 'error' },
  unknown: { icon: 'unknown', tone: layout.third, badge: 'plain' },
};
