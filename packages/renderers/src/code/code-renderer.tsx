/** Code: the text of the payload in the colours of its language (envelope 2.2, security S-06). */
import { layout } from '@openwop-inspector/ui';
import type { EnvelopeSubject } from '../contract/render-subject.ts';
import { hintRenderer, type Reading, type ShowProps, unread } from '../contract/renderer.ts';
import { isLongerThan } from '../model/json/json-measure.ts';
import { CodeView } from './CodeView.tsx';
import { type TextLines, textLines } from './highlight/text-lines.ts';

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
    message: 'There is no text to be shown as code.',
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

// How much of a code is drawn, and in which way.

/** Above this only the first lines are shown until all are requested. */
export const FOLD_LINES = 200;
/** Above this only the visible lines are rendered. */
export const WINDOW_LINES = 2_000;
/** Above this, in UTF-8 bytes, code is plain. */
const MAX_COLOURED = 1_000_000;
/** Above this the rest is left to "Copy", in UTF-16 units and in lines: a browser cannot make a taller page. */
const MAX_UNITS = 8 * 1024 * 1024;
const MAX_LINES = 500_000;

/** A code as far as it is shown. */
interface VisibleCode {
  readonly lines: TextLines;
  readonly isColoured: boolean;
  /** The text continues after its last line. */
  readonly isCut: boolean;
}

export function visibleCode(text: string): VisibleCode {
  const lines = textLines(text.slice(0, MAX_UNITS));
  const isLong = lines.count > MAX_LINES;
  return {
    lines: isLong ? textLines(text.slice(0, lines.start(MAX_LINES))) : lines,
    isColoured: !isLongerThan(text, MAX_COLOURED),
    isCut: isLong || text.length > MAX_UNITS,
  };
}
