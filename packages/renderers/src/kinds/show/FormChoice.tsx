import { useId } from 'react';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import { shownText } from '../../visible-text/visible-text.ts';
import styles from './form.module.css';
import { MoreButton } from './MoreButton.tsx';
import { usePaged } from './use-paged.ts';

/** A choice of up to this many stands open; a longer one looks like a list to pull down. */
const MAX_RADIOS = 6;
/** Longest option on screen, in UTF-16 units; the schema has it whole. */
const MAX_OPTION_LENGTH = 400;

export interface FormChoiceProps {
  readonly options: readonly string[];
  /** Several may be chosen. */
  readonly many: boolean;
  /** `aria-label` or `aria-labelledby`. */
  readonly name: Readonly<Record<string, string>>;
}

/** What there is to choose from, disabled. */
export function FormChoice({ options, many, name }: FormChoiceProps) {
  return many || options.length <= MAX_RADIOS ? (
    <OptionBoxes options={options} many={many} name={name} />
  ) : (
    <PullDown options={options} name={name} />
  );
}

function OptionBoxes({ options, many, name }: FormChoiceProps) {
  const group = useId();
  const paged = usePaged(options);
  return (
    <>
      <div role={many ? 'group' : 'radiogroup'} className={styles.options} {...name}>
        {paged.shown.map((option, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: options may repeat
          <label key={at} className={styles.option}>
            <input type={many ? 'checkbox' : 'radio'} name={group} disabled />
            <VisibleText text={option.slice(0, MAX_OPTION_LENGTH)} />
          </label>
        ))}
      </div>
      <MoreButton paged={paged} noun="options" />
    </>
  );
}

/** A disabled list cannot be pulled down, so what it offers is written below it. */
function PullDown({ options, name }: Pick<FormChoiceProps, 'options' | 'name'>) {
  const paged = usePaged(options);
  return (
    <>
      <select className={styles.input} disabled {...name}>
        <option>{shownText((options[0] ?? '').slice(0, MAX_OPTION_LENGTH))}</option>
      </select>
      <ul className={styles.offered} aria-label="Options">
        {paged.shown.map((option, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: options may repeat
          <li key={at}>
            <VisibleText text={option.slice(0, MAX_OPTION_LENGTH)} />
          </li>
        ))}
      </ul>
      <MoreButton paged={paged} noun="options" />
    </>
  );
}
