/** Context of all parts of one card: the source of long strings, and the component for a value. */
import { type ComponentType, createContext, useContext } from 'react';
import type { LeftOut, RenderSubject } from '../contract/render-subject.ts';

/** One value in a card. */
export interface CardValueProps {
  /** Key of the field; empty for an item. */
  readonly name: string;
  readonly value: unknown;
  readonly pointer: string;
  /** Depth of the parent object or array; the payload has 0. */
  readonly depth: number;
}

interface CardPlace {
  readonly subject: RenderSubject;
  readonly leftOut: ReadonlyMap<string, LeftOut>;
  /** Numbers as written, by pointer from the subject's value. */
  readonly numbers: ReadonlyMap<string, string>;
  /** Values hold values: the parts that show many of them get the one that shows any from here. */
  readonly Value: ComponentType<CardValueProps>;
}

const CardPlaceContext = createContext<CardPlace | null>(null);

export const CardPlaceProvider = CardPlaceContext.Provider;

export function useCardPlace(): CardPlace {
  const place = useContext(CardPlaceContext);
  if (place === null) throw new Error('A field is outside of its card.');
  return place;
}
