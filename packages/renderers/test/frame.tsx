/** For tests: surfaces in a document without frames. The frame's own script serves the other end of the port. */
import { masker } from '@openwop-inspector/base';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { RenderServices } from '../src/contract/render-services.ts';
import { readOpening } from '../src/model/a2ui/frame-contract.ts';
import { serve } from '../src/surface-frame/open-frame.ts';
import { contentWith, nothing, servicesWith, withServices } from './subjects.tsx';

/** Recorded requests to the application. */
export interface Requests {
  readonly copied: string[];
  readonly jumped: number[];
}

/** Services of a window with nothing around it. */
export function servicesFor(
  requested: Requests,
  texts: ReadonlyMap<string, string> = new Map(),
): RenderServices {
  return servicesWith({
    surfaceFrameUrl: './surface.html',
    place: { hostName: null, runId: 'r1', sendsCredentials: false },
    content: contentWith({
      text: async (_subject, pointer) => {
        const text = texts.get(pointer);
        return text === undefined ? nothing() : { kind: 'text', text: masker.text(text), truncated: false };
      },
    }),
    copyText: async (text) => void requested.copied.push(text),
    jumpTo: (ordinal) => void requested.jumped.push(ordinal),
  });
}

/** Shows elements with services around them. */
export function renderWith(services: RenderServices, element: ReactNode) {
  const { rerender } = render(withServices(element, services));
  return { rerender: (next: ReactNode) => rerender(withServices(next, services)) };
}

/** The frame of a surface, loaded. */
export interface OpenedFrame {
  readonly element: HTMLIFrameElement;
  /** What the frame has drawn. */
  readonly document: Document;
  /** The frame's end of the channel, to say what the script would never say. */
  readonly port: MessagePort;
  readonly nonce: string;
}

/** Loads the one frame that is displayed, with the frame's script in a document of its own. */
export function loadFrame(): OpenedFrame {
  const element = screen.getByTitle<HTMLIFrameElement>('Surface');
  // An empty document with a window of its own; it goes when the surface goes.
  const stand = document.createElement('iframe');
  element.after(stand);
  const inside = stand.contentDocument;
  const taken: { port: MessagePort; nonce: string }[] = [];
  const postMessage = (data: unknown, _origin: string, [port]: readonly MessagePort[]) => {
    const nonce = readOpening(data);
    if (nonce !== null && port !== undefined) taken.push({ port, nonce });
  };
  Object.defineProperty(element, 'contentWindow', { configurable: true, value: { postMessage } });
  fireEvent.load(element);
  const [end] = taken;
  if (end === undefined || inside === null) throw new Error('The frame was given no port.');
  serve(end.port, end.nonce, inside);
  return { element, document: inside, ...end };
}
