/** Code: the text of the payload in the colours of its language (envelope 2.2, security S-06). */
import type { RenderSubject } from '../contract/render-subject.ts';
import type { Reading, Renderer } from '../contract/renderer.ts';
import { CodeShow } from './CodeShow.tsx';

/** Code as the hint describes it. */
export interface CodeReading {
  readonly text: string;
  /** Language as written; null when there is none. */
  readonly lang: string | null;
  readonly title: string | null;
}

export const codeRenderer: Renderer<CodeReading> = {
  name: 'code',
  title: 'Code',
  takes: (subject) => subject.kind === 'envelope' && subject.rendering.renderer === 'code',
  read: readCode,
  Show: CodeShow,
};

function readCode(subject: RenderSubject): Reading<CodeReading> {
  const rendering = subject.kind === 'envelope' ? subject.rendering : null;
  if (rendering === null || rendering.text === null) {
    return {
      ok: false,
      problem: {
        message: 'There is no text to be shown as code.',
        pointer: '/payload',
        clause: 'envelope 2.2',
        nearest: 'A string payload, or a member code, source, text or content.',
      },
    };
  }
  return { ok: true, view: { text: rendering.text, lang: rendering.lang, title: rendering.title } };
}
