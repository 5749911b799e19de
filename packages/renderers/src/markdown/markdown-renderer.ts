/** Markdown: the text of the payload, laid out without raw HTML, without requests, without scripts (security S-05). */
import type { RenderSubject } from '../contract/render-subject.ts';
import type { Reading, Renderer } from '../contract/renderer.ts';
import { MarkdownShow } from './show/MarkdownShow.tsx';

/** The text of a document with the title that the hint gives it. */
export interface MarkdownReading {
  readonly title: string | null;
  readonly text: string;
}

/** Takes texts of at most 200,000 bytes: the model sends longer ones elsewhere. */
export const markdownRenderer: Renderer<MarkdownReading> = {
  name: 'markdown',
  title: 'Markdown',
  takes: (subject) => subject.kind === 'envelope' && subject.rendering.renderer === 'markdown',
  read: readMarkdown,
  Show: MarkdownShow,
};

function readMarkdown(subject: RenderSubject): Reading<MarkdownReading> {
  const rendering = subject.kind === 'envelope' ? subject.rendering : null;
  if (rendering === null || rendering.text === null) {
    return {
      ok: false,
      problem: {
        message: 'There is no text to be laid out as Markdown.',
        pointer: '/payload',
        clause: 'envelope 2.2',
        nearest: 'A string payload, or a member text, markdown, content, body or message.',
      },
    };
  }
  return { ok: true, view: { title: rendering.title, text: rendering.text } };
}
