/** The registry: hint, then kind, then form; raw JSON is last and takes everything (envelope 2.2). */
import type { Prepared, ReadyRenderer } from '../contract/ready-renderer.ts';
import type { RenderSubject } from '../contract/render-subject.ts';
import type { ReadProblem } from '../contract/renderer.ts';

/** The lists that are tried, in this order. A renderer is in one of them. */
export interface Registry {
  /** By what `meta.rendering.display` or the kind decided already: see `Rendering.renderer`. */
  readonly byRendering: readonly ReadyRenderer[];
  /** By the kind of an envelope or the type of an event. */
  readonly byKind: readonly ReadyRenderer[];
  /** By the form of the value. */
  readonly byForm: readonly ReadyRenderer[];
  readonly raw: ReadyRenderer;
}

/** Which renderer shows a subject, and which were tried before it. */
export interface Choice {
  readonly renderer: ReadyRenderer;
  readonly prepared: Prepared;
  /** In order of trial. Empty when the first one that takes the subject could read it. */
  readonly passedOver: readonly PassedOver[];
}

/** A renderer that took the subject and could not read it. */
export interface PassedOver {
  readonly name: string;
  readonly title: string;
  readonly problem: ReadProblem;
}

/** Never throws: a renderer that does while it reads is passed over with words of ours. */
export function chooseRenderer(subject: RenderSubject, registry: Registry): Choice {
  const passedOver: PassedOver[] = [];
  for (const renderer of inOrder(subject, registry)) {
    if (!renderer.takes(subject)) continue;
    const prepared = prepare(renderer, subject);
    if (prepared.ok) return { renderer, prepared, passedOver };
    passedOver.push({ name: renderer.name, title: renderer.title, problem: prepared.problem });
  }
  const { raw } = registry;
  return { renderer: raw, prepared: raw.prepare(subject), passedOver };
}

function inOrder(subject: RenderSubject, registry: Registry): readonly ReadyRenderer[] {
  if (subject.tooLarge) return [];
  const { byRendering, byKind, byForm } = registry;
  if (subject.kind === 'event') return [...byKind, ...byForm];
  // A kind that the reader does not support is not rendered (envelope 7.4).
  if (subject.rendering.isUnsupportedKind) return [];
  return [...byRendering, ...byKind, ...byForm];
}

function prepare(renderer: ReadyRenderer, subject: RenderSubject): Prepared {
  try {
    return renderer.prepare(subject);
  } catch {
    return {
      ok: false,
      problem: {
        message: `A bug of the inspector stopped the reading as ${renderer.title}.`,
        pointer: '',
        clause: 'security S-23',
        nearest: 'Any; please report it.',
      },
    };
  }
}
