import { unreachable } from '@openwop-inspector/base';
import type { AskAboutLink } from '@openwop-inspector/shell-core';
import type { MessageBoxOptions } from 'electron';
import { describeLink, type LinkText } from './describe-link.ts';

/** What the system does for a link. */
export interface LinkDoorParts {
  /** A dialog of the system; `response` is the place of the button that was pressed. */
  readonly show: (options: MessageBoxOptions) => Promise<{ readonly response: number }>;
  readonly open: (address: string) => Promise<void>;
  readonly copy: (text: string) => void;
}

/**
 * The one way out of the application: asks the person about an address, then opens it in their browser, copies it or
 * does nothing, which is also what Enter and Escape do. Addresses that are not http or https are not even asked about.
 * One question at a time.
 */
export function createLinkDoor({ show, open, copy }: LinkDoorParts): AskAboutLink {
  let isAsking = false;

  async function askOnce(words: LinkText): Promise<LinkButton> {
    isAsking = true;
    try {
      const buttons: readonly LinkButton[] = words.isTooLong ? ['Copy address', 'Cancel'] : everyButton;
      const { response } = await show(question(words, buttons));
      return buttons[response] ?? 'Cancel';
    } finally {
      isAsking = false;
    }
  }

  return async (given) => {
    const words = describeLink(given);
    if (words === null || isAsking) return { opened: false, copied: false };
    const button = await askOnce(words);
    switch (button) {
      case 'Open':
        return { opened: await hasOpened(open(words.address)), copied: false };
      case 'Copy address':
        copy(words.address);
        return { opened: false, copied: true };
      case 'Cancel':
        return { opened: false, copied: false };
      default:
        return unreachable(button);
    }
  };
}

type LinkButton = 'Open' | 'Copy address' | 'Cancel';
const everyButton: readonly LinkButton[] = ['Open', 'Copy address', 'Cancel'];

function question({ lines }: LinkText, buttons: readonly LinkButton[]): MessageBoxOptions {
  const cancelId = buttons.indexOf('Cancel');
  return {
    type: 'question',
    title: 'Open link',
    message: 'Open this link in the browser?',
    detail: lines.join('\n'),
    buttons: [...buttons],
    defaultId: cancelId,
    cancelId,
    noLink: true,
    normalizeAccessKeys: false,
  };
}

/** A system without a browser says so by an error; the window then has nothing to tell but that it did not open. */
async function hasOpened(opening: Promise<void>): Promise<boolean> {
  try {
    await opening;
    return true;
  } catch {
    return false;
  }
}
