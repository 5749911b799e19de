import { layout } from '@openwop-inspector/ui';
import { type ReactNode, useId } from 'react';

export interface RadioChoicesProps<Value extends string> {
  readonly legend: ReactNode;
  readonly choices: readonly {
    readonly value: Value;
    readonly words: ReactNode;
    /** Quiet words after it. */
    readonly about?: string;
    readonly isDisabled?: boolean;
  }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly isDisabled?: boolean;
  /** Below the choices: why one of them cannot be had. */
  readonly why?: ReactNode;
}

/** One of a few, each on a line of its own. */
export function RadioChoices<Value extends string>(props: RadioChoicesProps<Value>) {
  const { legend, choices, value, onChange, isDisabled = false, why = null } = props;
  const id = useId();
  return (
    <fieldset
      className={layout.choices}
      disabled={isDisabled}
      aria-describedby={why === null ? undefined : `${id}-why`}
    >
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={id}
            checked={value === choice.value}
            disabled={choice.isDisabled ?? false}
            onChange={() => onChange(choice.value)}
          />
          <span className={layout.breaks}>{choice.words}</span>
          {choice.about === undefined ? null : <small>{choice.about}</small>}
        </label>
      ))}
      {why === null ? null : <small id={`${id}-why`}>{why}</small>}
    </fieldset>
  );
}

export interface CheckChoicesProps<Value extends string> {
  readonly legend: ReactNode;
  readonly choices: readonly { readonly value: Value; readonly words: ReactNode }[];
  readonly chosen: readonly Value[];
  readonly onToggle: (value: Value, isChosen: boolean) => void;
  /** Below the choices. */
  readonly children?: ReactNode;
}

/** Any of a few, each on a line of its own. */
export function CheckChoices<Value extends string>(props: CheckChoicesProps<Value>) {
  const { legend, choices, chosen, onToggle, children } = props;
  return (
    <fieldset className={layout.choices}>
      <legend>{legend}</legend>
      {choices.map(({ value, words }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) => onToggle(value, target.checked)}
          />
          {words}
        </label>
      ))}
      {children}
    </fieldset>
  );
}
