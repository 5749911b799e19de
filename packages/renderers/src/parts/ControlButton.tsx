import type { ComponentProps } from 'react';
import styles from './parts.module.css';

interface ControlButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  /** An icon without an edge. */
  readonly bare?: boolean;
}

/** A small button with a state that the ones of packages/ui do not have: pressed, folded, held, disabled but focused. */
export function ControlButton({ bare = false, ...props }: ControlButtonProps) {
  return <button type="button" className={bare ? styles.tool : styles.button} {...props} />;
}
