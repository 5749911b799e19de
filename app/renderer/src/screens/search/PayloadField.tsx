import { SearchField } from '@openwop-inspector/ui';
import type { KeyboardEvent, Ref } from 'react';
import type { PayloadSearch } from '../../state/payload-search-store.ts';
import styles from './Search.module.css';

export interface PayloadFieldProps {
  readonly search: PayloadSearch;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly onText: (text: string) => void;
  readonly onStep: (direction: 1 | -1) => void;
  /** Goes to the list of hits. */
  readonly onList: () => void;
}

/** What is searched for. Enter goes to the next hit, the arrow down into the list. */
export function PayloadField({ search, inputRef, onText, onStep, onList }: PayloadFieldProps) {
  const isWrong = search.answer?.kind === 'wrong' && search.answer.of === 'text' && !search.isPending;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
    else if (event.key === 'ArrowDown') onList();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.field}>
      <SearchField
        label="Text in payloads"
        placeholder="Text in names and values of payloads, or /pattern/"
        value={search.text}
        inputRef={inputRef}
        isWrong={isWrong}
        aria-invalid={isWrong}
        onChange={onText}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
