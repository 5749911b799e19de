/** Code: the text of the payload in the colours of its language (envelope 2.2, security S-06). */
import { layout } from '@openwop-inspector/ui';
import { hintRenderer, type ShowProps } from '../contract/renderer.ts';
import { CodeView } from './CodeView.tsx';

/** Code as the hint describes it. */
interface CodeReading {
  readonly text: string;
  /** Language as written; null when there is none. */
  readonly lang: string | null;
  readonly title: string | null;
}

export const codeRenderer = hintRenderer<CodeReading>({
  name: 'code',
  title: 'Code',
  read: ({ rendering: { text, lang, title } }) =>
    text === null ? null : { ok: true, view: { text, lang, title } },
  Show: CodeShow,
});

/** An envelope as code. Another subject starts with its own folds and its own search. */
function CodeShow({ view, subject }: ShowProps<CodeReading>) {
  return (
    <div className={layout.pad8x16}>
      <CodeView key={subject.key} text={view.text} lang={view.lang} title={view.title} />
    </div>
  );
}
