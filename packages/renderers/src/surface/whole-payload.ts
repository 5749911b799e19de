/** A payload with the long strings that were left out of it, filled in again. */
import { isRecord, strictPointerTokens } from '@openwop-inspector/base';
import { useEffect, useState } from 'react';
import { useRenderServices } from '../contract/render-services.ts';
import type { EnvelopeSubject } from '../contract/render-subject.ts';
import { SURFACE_LIMITS } from '../model/a2ui/surface-limits.ts';

export type WholePayload =
  | { readonly kind: 'whole'; readonly payload: unknown }
  | { readonly kind: 'loading' }
  /** `message` is one sentence. */
  | { readonly kind: 'problem'; readonly message: string };

/** Pointers of the strings of the surface that are not in the value. Reasoning is asked for when it is unfolded. */
export function missingTexts({ leftOut }: EnvelopeSubject): readonly string[] {
  return leftOut.map(({ pointer }) => pointer).filter((pointer) => pointer.startsWith('/payload/surface'));
}

/** True when what was left out is alone more than a surface may have: it need not be fetched to be refused. */
export function isHopelesslyLarge({ leftOut }: EnvelopeSubject): boolean {
  const inSurface = leftOut.filter(({ pointer }) => pointer.startsWith('/payload/surface'));
  return inSurface.reduce((sum, { length }) => sum + length, 0) > SURFACE_LIMITS.bytes;
}

/** The payload of a subject, whole. What is missing is asked for once. */
export function useWholePayload(subject: EnvelopeSubject, payload: unknown): WholePayload {
  const { content } = useRenderServices();
  const missing = missingTexts(subject);
  const [found, setFound] = useState<{ readonly key: string; readonly whole: WholePayload } | null>(null);
  const key = missing.length === 0 ? null : subject.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the subject and its content
  useEffect(() => {
    if (key === null) return;
    let isStale = false;
    const load = async () => {
      const texts = await Promise.all(missing.map((pointer) => content.text(subject, pointer)));
      if (!isStale) setFound({ key, whole: filledIn(payload, missing, texts) });
    };
    load().catch(() => {
      if (!isStale) setFound({ key, whole: { kind: 'problem', message: 'The texts could not be read.' } });
    });
    return () => {
      isStale = true;
    };
  }, [key, content]);
  if (key === null) return { kind: 'whole', payload };
  return found?.key === key ? found.whole : { kind: 'loading' };
}

type Text = Awaited<ReturnType<ReturnType<typeof useRenderServices>['content']['text']>>;

function filledIn(payload: unknown, pointers: readonly string[], texts: readonly Text[]): WholePayload {
  let whole = payload;
  for (const [place, pointer] of pointers.entries()) {
    const text = texts[place];
    if (text === undefined || text.kind === 'problem') {
      return { kind: 'problem', message: text?.message ?? 'A text could not be read.' };
    }
    // The pointer counts from the envelope; its first token is `payload`.
    whole = withText(whole, strictPointerTokens(pointer)?.slice(1) ?? [], text.text);
  }
  return { kind: 'whole', payload: whole };
}

/** The value with a string in a place that is there; the same value when it is not. Shares all the rest. */
export function withText(value: unknown, [token, ...rest]: readonly string[], text: string): unknown {
  if (token === undefined) return typeof value === 'string' ? text : value;
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === token ? withText(item, rest, text) : item));
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === token ? withText(member, rest, text) : member,
    ]),
  );
}
