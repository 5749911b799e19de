import { countOf } from '@openwop-inspector/base';
import { ControlButton, layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import { type LoadedText, useRenderServices } from '../../contract/render-services.ts';
import { orProblem } from '../../parts/loaded-content.ts';
import { FoldedText, type FoldedTextProps } from './FoldedText.tsx';
import { useLeftOut, useSheetSubject } from './sheet-subject.tsx';

interface SubjectTextProps extends Pick<FoldedTextProps, 'text' | 'look'> {
  /** Pointer in the subject; null for text that is not recorded. */
  readonly pointer: string | null;
}

/** A string of the subject: folded where it is long, read on demand where it was omitted. */
export function SubjectText({ text, pointer, look }: SubjectTextProps) {
  const length = useLeftOut().get(pointer ?? '');
  if (text !== '') return <FoldedText text={text} look={look} />;
  if (pointer === null || length === undefined) return <span className={layout.caption}>Empty text</span>;
  return <LeftOutText pointer={pointer} length={length} look={look} />;
}

interface LeftOutTextProps extends Pick<FoldedTextProps, 'look'> {
  readonly pointer: string;
  readonly length: number;
}

/** A string that was omitted from the value: read on demand. */
export function LeftOutText({ pointer, length, look }: LeftOutTextProps) {
  const { content } = useRenderServices();
  const subject = useSheetSubject();
  const [loaded, setLoaded] = useState<LoadedText | null>(null);
  const [said, setSaid] = useState('');

  async function load() {
    setSaid('Reading…');
    const answer = await orProblem(content.text(subject, pointer), 'The text could not be read.');
    if (answer.kind === 'text') setLoaded(answer);
    setSaid(answer.kind === 'problem' ? answer.message : '');
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
