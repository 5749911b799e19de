import { Button, ControlButton, Fact as FactRow, Facts, Icon, layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import { type ContentProblem, type LoadedContent, useRenderServices } from '../contract/render-services.ts';
import { orProblem } from '../parts/loaded-content.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { type Fact, factsText } from './content-facts.ts';

/** Facts as a definition list; what does not fit carries a sign and its words. */
export function MediaFacts({ rows }: { readonly rows: readonly Fact[] }) {
  return (
    <Facts>
      {rows.map(({ name, value, remark }) => (
        <FactRow key={name} name={name}>
          <VisibleText text={value} />
          {remark !== null && (
            <span className={layout('warnText leadIcon marginStart8')}>
              <Icon name="warning" size={12} />
              {remark}
            </span>
          )}
        </FactRow>
      ))}
    </Facts>
  );
}

interface CopyFactsButtonProps {
  readonly rows: readonly Fact[];
  readonly alt: string | null;
}

/** Copies the facts on screen as lines of text, the description with them. */
export function CopyFactsButton({ rows, alt }: CopyFactsButtonProps) {
  const services = useRenderServices();
  const description: Fact = { name: 'Description', value: alt ?? 'none given', remark: null };
  return (
    <Button small onPress={() => void services.copyText(factsText([...rows, description]), 'Facts')}>
      Copy facts
    </Button>
  );
}

export type BytesSource = () => Promise<LoadedContent | ContentProblem>;

/** Content whose bytes are here already. */
export const inHand = (bytes: LoadedContent['bytes']): LoadedContent => ({
  kind: 'bytes',
  bytes,
  declaredType: null,
});

interface SaveButtonProps {
  /** What the dialog proposes: already without folders, devices and hidden characters. */
  readonly name: string;
  readonly bytes: BytesSource;
}

type SaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'said'; readonly words: string }
  | ContentProblem;

/** "Save as", followed by its result. Bytes go out without a type that anything would open by itself (security S-09). */
export function SaveButton({ name, bytes }: SaveButtonProps) {
  const services = useRenderServices();
  const [state, setState] = useState<SaveState>({ kind: 'idle' });
  const isSaving = state.kind === 'saving';
  async function save(): Promise<SaveState> {
    const content = await bytes();
    if (content.kind === 'problem') return content;
    const blob = new Blob([content.bytes], { type: 'application/octet-stream' });
    const answer = await services.saveAs(name, blob);
    if (answer.kind === 'problem') return answer;
    return { kind: 'said', words: answer.kind === 'saved' ? `Saved as ${answer.name}` : 'Not saved' };
  }
  function onClick() {
    setState({ kind: 'saving' });
    void orProblem(save(), 'The content could not be saved.').then(setState);
  }
  return (
    <span className={layout('inlineRow wrap narrow gap2x6')}>
      <ControlButton
        aria-disabled={isSaving}
        title={`Proposes the name ${name}`}
        onClick={isSaving ? undefined : onClick}
      >
        Save as…
      </ControlButton>
      <span role="status" className={layout('breaks aside hidesEmpty')}>
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
