import { Button, layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import styles from './Host.module.css';

export interface RenameFormProps {
  readonly name: string;
  readonly onName: (name: string) => void;
  readonly onCancel: () => void;
}

/** Longest name that a host is given. */
const LONGEST = 80;

/** View: another name for a host. */
export function RenameForm({ name, onName, onCancel }: RenameFormProps) {
  const [text, setText] = useState(name);
  const isNamed = text.trim() !== '';
  const submit = () => {
    if (isNamed) onName(text.trim());
  };
  return (
    <form
      className={styles.rename}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
        autoFocus
        className={layout.input}
        aria-label="Name of this host"
        value={text}
        maxLength={LONGEST}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onCancel();
        }}
      />
      <Button onPress={submit} isDisabled={!isNamed}>
        Save name
      </Button>
      <Button look="quiet" onPress={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
