import { countOf } from '@openwop-inspector/base';
import { layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import { type LoadedText, useRenderServices } from '../../contract/render-services.ts';
import { ControlButton } from '../../parts/elements.tsx';
import { FoldedText, type FoldedTextProps } from './FoldedText.tsx';
import { useSheetSubject } from './sheet-subject.tsx';

export interface LeftOutTextProps {
  readonly pointer: string;
  readonly length: number;
  readonly look: FoldedTextProps['look'];
}

/** A string that was omitted from the value: read on demand. */
export function LeftOutText({ pointer, length, look }: LeftOutTextProps) {
  const { content } = useRenderServices();
  const subject = useSheetSubject();
  const [loaded, setLoaded] = useState<LoadedText | null>(null);
  const [said, setSaid] = useState('');

  async function load() {
    setSaid('Reading…');
    const answer = await content.text(subject, pointer).catch(() => null);
    if (answer?.kind === 'text') setLoaded(answer);
    setSaid(
      answer === null ? 'The text could not be read.' : answer.kind === 'problem' ? answer.message : '',
    );
  }

  if (loaded !== null) {
    return (
      <>
        <FoldedText text={loaded.text} look={look} />
        {loaded.truncated && (
          <p className={layout.caption}>The text continues; only its beginning can be read here.</p>
        )}
      </>
    );
  }
  return (
    <div className={layout('narrow block')}>
      <span className={layout.caption}>{countOf(length, 'character')} of text. </span>
      <ControlButton onClick={() => void load()}>Read text</ControlButton>
      <span role="status" className={layout.caption}>
        {said}
      </span>
    </div>
  );
}
