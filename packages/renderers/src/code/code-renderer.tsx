/** Code: the text of the payload in the colours of its language (envelope 2.2, security S-06). */
import { layout } from '@openwop-inspector/ui';
import type { EnvelopeSubject } from '../contract/render-subject.ts';
import { hintRenderer, type Reading, type ShowProps, unread } from '../contract/renderer.ts';
import { CodeView } from './CodeView.tsx';

/** Code as the hint describes it. */
interface CodeReading {
  readonly text: string;
  /** Language as written; null when there is none. */
  readonly lang: string | null;
  readonly title: string | null;
}

export const codeRenderer = hintRenderer({
  name: 'code',
  title: 'Code',
  read: readCode,
  Show: CodeShow,
});

function readCode({ rendering }: EnvelopeSubject): Reading<CodeReading> {
  const { text, lang, title } = rendering;
  if (text !== null) return { ok: true, view: { text, lang, title } };
  return unread({
    message: 'There is no text to be displayed as code.',
    pointer: '/payload',
    clause: 'envelope 2.2',
    nearest: 'A string payload, or a member code, source, text or content.',
  });
}

/** An envelope as code. Another subject starts with its own folds and its own search. */
function CodeShow({ view, subject }: ShowProps<CodeReading>) {
  return (
    <div className={layout.pad8x16}>
      <CodeView key={subject.key} text={view.text} lang={view.lang} title={view.title} />
    </div>
  );
}
