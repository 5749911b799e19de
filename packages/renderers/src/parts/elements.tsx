/** Small things that renderers share, in addition to those of packages/ui. */
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

/** A heading that is not in the outline of the application: text of a stranger, or of a page (envelope 7.2). */
export function ContentHeading({ level, ...props }: { readonly level: number } & ComponentProps<'div'>) {
  // biome-ignore lint/a11y/useSemanticElements: content must not enter the outline of the application
  return <div role="heading" aria-level={level} {...props} />;
}
