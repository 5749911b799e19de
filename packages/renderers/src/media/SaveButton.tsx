import { classNames, layout } from '@openwop-inspector/ui';
import controls from '../parts/parts.module.css';
import styles from './media-parts.module.css';
import { type BytesSource, useSave } from './use-save.ts';

export interface SaveButtonProps {
  /** What the dialog proposes: already without folders, devices and hidden characters. */
  readonly name: string;
  readonly bytes: BytesSource;
}

/** "Save as", followed by its result. */
export function SaveButton({ name, bytes }: SaveButtonProps) {
  const { state, save } = useSave(name, bytes);
  const isSaving = state.kind === 'saving';
  return (
    <span className={classNames(layout.inlineRow, layout.wrap, layout.narrow, layout.gap2x6)}>
      <button
        type="button"
        className={controls.button}
        aria-disabled={isSaving}
        title={`Proposes the name ${name}`}
        onClick={isSaving ? undefined : save}
      >
        Save as…
      </button>
      <span role="status" className={styles.said}>
        {state.kind === 'said' ? state.words : ''}
      </span>
      {state.kind === 'problem' ? (
        <span role="alert" className={styles.problem}>
          {state.message}
        </span>
      ) : null}
    </span>
  );
}
