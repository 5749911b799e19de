import { unreachable } from '@openwop-inspector/base';
import { ControlButton, layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import { type ContentProblem, type LoadedContent, useRenderServices } from '../contract/render-services.ts';
import styles from './media-parts.module.css';

interface SaveButtonProps {
  /** What the dialog proposes: already without folders, devices and hidden characters. */
  readonly name: string;
  readonly bytes: BytesSource;
}

/** "Save as", followed by its result. */
export function SaveButton({ name, bytes }: SaveButtonProps) {
  const { state, save } = useSave(name, bytes);
  const isSaving = state.kind === 'saving';
  return (
    <span className={layout('inlineRow wrap narrow gap2x6')}>
      <ControlButton
        aria-disabled={isSaving}
        title={`Proposes the name ${name}`}
        onClick={isSaving ? undefined : save}
      >
        Save as…
      </ControlButton>
      <span role="status" className={layout('breaks aside', styles.said)}>
        {state.kind === 'said' ? state.words : ''}
      </span>
      {state.kind === 'problem' ? (
        <span role="alert" className={layout('breaks rowText errorText leadIcon')}>
          {state.message}
        </span>
      ) : null}
    </span>
  );
}

type SaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'said'; readonly words: string }
  | ContentProblem;

export type BytesSource = () => Promise<LoadedContent | ContentProblem>;

/** Content whose bytes are here already. */
export const inHand = (bytes: LoadedContent['bytes']): LoadedContent => ({
  kind: 'bytes',
  bytes,
  declaredType: null,
});

/** Saves bytes through a dialog, without a type that anything would open by itself (security S-09). */
function useSave(name: string, bytes: BytesSource): { readonly state: SaveState; readonly save: () => void } {
  const services = useRenderServices();
  const [state, setState] = useState<SaveState>({ kind: 'idle' });

  async function run(): Promise<SaveState> {
    const content = await bytes();
    if (content.kind === 'problem') return content;
    const blob = new Blob([content.bytes], { type: 'application/octet-stream' });
    const answer = await services.saveAs(name, blob);
    switch (answer.kind) {
      case 'saved':
        return { kind: 'said', words: `Saved as ${answer.name}` };
      case 'cancelled':
        return { kind: 'said', words: 'Not saved' };
      case 'problem':
        return answer;
      default:
        return unreachable(answer);
    }
  }

  function save(): void {
    setState({ kind: 'saving' });
    run().then(setState, () => setState({ kind: 'problem', message: 'The content could not be saved.' }));
  }

  return { state, save };
}
