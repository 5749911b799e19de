import type { ComponentProps } from 'react';

export interface ScrollGroupProps extends Omit<ComponentProps<'div'>, 'role' | 'tabIndex'> {
  readonly 'aria-label': string;
}

/**
 * Content that scrolls by itself, reachable by keyboard and with a name. A group and not a landmark: there may be many
 * of them on a page.
 */
export function ScrollGroup(props: ScrollGroupProps) {
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  return <div {...props} role="group" tabIndex={0} />;
}
