import { domainToUnicode } from 'node:url';
import { parsedUrl } from '@openwop-inspector/base';
import type {
  AskAboutLink,
  AskAboutRequest,
  RequestQuestion,
  SaveProposal,
} from '@openwop-inspector/shell-core';
import type { MessageBoxOptions, SaveDialogOptions } from 'electron';

/** A dialog of the system; `response` is the place of the button that was pressed. */
type ShowQuestion = (options: MessageBoxOptions) => Promise<{ readonly response: number }>;

interface Question {
  readonly title: string;
  readonly message: string;
  readonly lines: readonly string[];
}

/** The button that was pressed, by the system's own dialog, which no page can press. Enter and Escape are Cancel. */
async function answerTo<Button extends string>(
  { title, message, lines }: Question,
  buttons: readonly (Button | 'Cancel')[],
  show: ShowQuestion,
): Promise<Button | 'Cancel'> {
  const cancelId = buttons.indexOf('Cancel');
  const { response } = await show({
    type: 'question',
    title,
    message,
    detail: lines.join('\n'),
    buttons: [...buttons],
    defaultId: cancelId,
    cancelId,
    noLink: true,
    normalizeAccessKeys: false,
  });
  return buttons[response] ?? 'Cancel';
}

/** What the system does for a link. */
interface LinkDoorParts {
  readonly show: ShowQuestion;
  readonly open: (address: string) => Promise<void>;
  readonly copy: (text: string) => void;
}

/**
 * The one way out of the application: asks the person about an address, then opens it in their browser, copies it or
 * does nothing, which is also what Enter and Escape do. Addresses that are not http or https are not even offered.
 * One question at a time.
 */
export function createLinkDoor({ show, open, copy }: LinkDoorParts): AskAboutLink {
  let isAsking = false;

  return async (given) => {
    const words = describeLink(given);
    if (words === null || isAsking) return { opened: false, copied: false };
    isAsking = true;
    const buttons: readonly LinkButton[] = words.isTooLong ? ['Copy address', 'Cancel'] : everyButton;
    const question = { title: 'Open link', message: 'Open this link in the browser?', lines: words.lines };
    const button = await answerTo(question, buttons, show).finally(() => {
      isAsking = false;
    });
    const copied = button === 'Copy address';
    if (copied) copy(words.address);
    if (button !== 'Open') return { opened: false, copied };
    // A system without a browser says so by an error; the window has nothing to tell but that it did not open.
    const opened = await open(words.address).then(
      () => true,
      () => false,
    );
    return { opened, copied };
  };
}

type LinkButton = 'Open' | 'Copy address' | 'Cancel';
const everyButton: readonly LinkButton[] = ['Open', 'Copy address', 'Cancel'];

/** A link as the question has it. */
interface LinkText {
  /** As it will be opened: in ASCII form. */
  readonly address: string;
  /** Lines for a dialog: the address decoded and whole, and what may mislead in it. */
  readonly lines: readonly string[];
  /** Too long to be inspected whole; it may be copied only. */
  readonly isTooLong: boolean;
}

/** A dialog of the system shows so much without growing out of the screen. In UTF-16 units. */
const maxDisplayLength = 2048;

/** Puts a link into words, or null when it is not one that is opened: only http and https are (security.md S-04). */
export function describeLink(text: string): LinkText | null {
  const url = webAddress(text);
  if (url === null) return null;
  const displayed = decoded(url);
  const isTooLong = displayed.length > maxDisplayLength;
  const whole = isTooLong ? `${displayed.slice(0, 500)}…` : displayed;
  const { hostname, host } = url;
  const isForeign = hostname.split('.').some((label) => label.startsWith('xn--'));
  return {
    address: url.href,
    lines: [
      whole,
      '',
      `Host: ${host}${isForeign ? ` (written as ${visible(domainToUnicode(hostname))})` : ''}`,
      ...(isForeign ? ['The name may look like another one.'] : []),
      ...(url.username === '' && url.password === ''
        ? []
        : ['The part before the @ is a user name, not the host, and would be sent.']),
      ...(url.protocol === 'http:' ? ['The connection is not encrypted.'] : []),
      ...(isTooLong ? ['The address is too long to be displayed whole, so it can only be copied.'] : []),
    ],
    isTooLong,
  };
}

/** Blanks and controls would be passed over by a browser, and hide what the address says. */
function webAddress(text: string): URL | null {
  const url = /[\p{Cc}\s]/u.test(text) ? null : parsedUrl(text);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : null;
}

/** The address readable: the host stays in ASCII form, and what divides an address stays encoded where it does not. */
function decoded({ href }: URL): string {
  const readable = href.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return visible(decodeURI(encoded.replaceAll('%25', '%2525')));
    } catch (error) {
      if (error instanceof URIError) return encoded;
      throw error;
    }
  });
  return visible(readable);
}

/** What cannot be seen, or turns the direction of writing, is displayed by its number. */
const visible = (text: string): string =>
  text.replaceAll(/[\p{C}\p{DI}\p{Z}]/gu, (character) =>
    character === ' '
      ? '␠'
      : `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
  );

/**
 * Asks by the system's own dialog, which no page can press: before the first request to an origin, and before a variable
 * of the environment is read and sent. Enter and Escape are a no.
 */
export const createRequestDoor =
  (show: ShowQuestion): AskAboutRequest =>
  async (request) =>
    (await answerTo(questionOf(request), ['Allow', 'Cancel'], show)) === 'Allow';

const questionOf = ({ origin, isNewOrigin, variable, isVariableNamed }: RequestQuestion): Question => ({
  title: isNewOrigin ? 'First request to a host' : 'Environment variable as a token',
  message: isNewOrigin
    ? 'Allow requests to this host?'
    : 'Allow this environment variable to be read and sent to this host?',
  lines: [
    ...(describeLink(origin)?.lines ?? [origin]),
    '',
    ...(isNewOrigin ? ['No request was sent to it since the application started.'] : []),
    ...(variable === null
      ? []
      : [
          `The value of the environment variable ${variable} is sent to it as the token.`,
          isVariableNamed
            ? 'The variable was named when the application was started.'
            : 'The variable was not named when the application was started: it was chosen in the window.',
        ]),
    'The answer holds until the application ends.',
  ],
});

/** Bytes have the ending that their name was given; whoever chooses another one means it. */
const filters = {
  json: [{ name: 'JSON', extensions: ['json'] }],
  markdown: [{ name: 'Markdown', extensions: ['md'] }],
  report: [{ name: 'HTML', extensions: ['html'] }],
  bytes: [{ name: 'All files', extensions: ['*'] }],
};

/**
 * Asks where to save with the system's dialog, which asks again before a file is replaced: on Windows and macOS by
 * itself, elsewhere because an option says so. Null when it was cancelled.
 *
 * Elsewhere there are no filters: with one, Electron adds the ending only after the dialog has closed, and the file
 * that is replaced would not be the one that the user confirmed.
 */
export async function askWhereToSave(
  show: (options: SaveDialogOptions) => Promise<{ readonly canceled: boolean; readonly filePath?: string }>,
  platform: string,
  { name, kind }: SaveProposal,
): Promise<string | null> {
  const asksByItself = platform === 'win32' || platform === 'darwin';
  const { canceled, filePath = '' } = await show({
    title: 'Save',
    defaultPath: name,
    properties: ['showOverwriteConfirmation', 'createDirectory', 'dontAddToRecent'],
    ...(asksByItself ? { filters: filters[kind] } : {}),
  });
  return canceled || filePath === '' ? null : filePath;
}
