import { layout } from '@openwop-inspector/ui';
import type { KeyboardEvent, ReactNode } from 'react';

export interface FormProps {
  readonly 'aria-label'?: string;
  readonly className?: string | undefined;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/**
 * Fields that are sent by Enter in one of them: the button of a form is none that the browser would press. Shift Enter
 * and the Enter that ends the composition of a character do nothing.
 */
export function Form({ onSubmit, ...rest }: FormProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (!isField || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSubmit();
  };
  return <form {...rest} onSubmit={(event) => event.preventDefault()} onKeyDown={onKeyDown} />;
}

export interface CheckBoxProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A box with its words after it. */
export function CheckBox({ isOn, onChange, className = '', children }: CheckBoxProps) {
  return (
    <label className={layout('inlineRow gap6', className)}>
      <input
        type="checkbox"
        className={layout.flush}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
    </label>
  );
}
