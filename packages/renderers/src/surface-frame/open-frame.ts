/** The frame's side of the contract: takes one port, draws what comes on it, and says what the person did. */
import { unreachable } from '@openwop-inspector/base';
import { type DrawnSurface, drawSurface } from './draw-surface.ts';
import {
  FRAME_LIMITS,
  type FrameLook,
  type FrameMessage,
  type FrameSurface,
  type Posted,
  readOpening,
  readWindowMessage,
  type WindowMessage,
} from './frame-contract.ts';

/** Waits for the window's port. Only the first one is used; later messages, or from elsewhere, are ignored. */
export function openFrame(frame: Window): void {
  const take = (event: MessageEvent) => {
    const nonce = event.source === frame.parent ? readOpening(event.data) : null;
    const [port] = event.ports;
    if (nonce === null || port === undefined) return;
    frame.removeEventListener('message', take);
    serve(port, nonce, frame.document);
  };
  frame.addEventListener('message', take);
}

/** Draws what comes on the port until a message is wrong, which ends the frame. Exported for its tests. */
export function serve(port: MessagePort, nonce: string, document: Document): void {
  const post = (message: FrameMessage) => {
    const posted: Posted<FrameMessage> = { nonce, message };
    port.postMessage(posted);
  };
  let surface: DrawnSurface | null = null;
  const size = createSizeTeller(document, post);
  const show = (shown: FrameSurface) => {
    surface = drawSurface(shown, {
      valueChanged: (index, value) => post({ type: 'values', values: [[index, value]] }),
      pressed: (index) => post({ type: 'press', index }),
    });
    document.body.replaceChildren(surface.element);
    size.follow(surface.element);
  };
  const answer = (message: WindowMessage) => {
    switch (message.type) {
      case 'show':
        show(message.surface);
        break;
      case 'state':
        surface?.setState(message.state);
        size.measure();
        break;
      case 'look':
        setLook(document.documentElement, message.look);
        size.measure();
        break;
      case 'ping':
        post({ type: 'alive', count: message.count });
        break;
      default:
        unreachable(message);
    }
  };
  port.onmessage = ({ data }) => {
    const message = readWindowMessage(data, nonce);
    // Silent from here on: the window notices, and puts a notice in the place of the frame.
    if (message === null) port.close();
    else answer(message);
  };
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) post({ type: 'leave' });
  });
  post({ type: 'ready' });
}

/** Posts the height of what is drawn whenever it is another. */
interface SizeTeller {
  /** Another element is to be measured, at once and whenever it changes. */
  follow(element: HTMLElement): void;
  measure(): void;
}

function createSizeTeller(document: Document, post: (message: FrameMessage) => void): SizeTeller {
  let last = -1;
  let followed: HTMLElement | null = null;
  const measure = () => {
    if (followed === null) return;
    const height = Math.min(Math.ceil(followed.getBoundingClientRect().height), FRAME_LIMITS.height);
    if (height === last) return;
    last = height;
    // A bar that comes and goes would change the width, and with it the height that is being measured.
    document.documentElement.toggleAttribute('data-scrolls', height > FRAME_LIMITS.tallest);
    post({ type: 'size', height });
  };
  // Not there without a layout, as in unit tests.
  const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure);
  return {
    follow(element) {
      followed = element;
      observer?.disconnect();
      observer?.observe(element);
      // The observer sleeps while the frame is out of sight, and the window must know how much room to keep.
      measure();
    },
    measure,
  };
}

function setLook(root: HTMLElement, { theme, density }: FrameLook): void {
  root.dataset.theme = theme;
  root.dataset.density = density;
}
