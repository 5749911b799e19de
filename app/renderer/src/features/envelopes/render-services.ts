/** Services of the window for renderers: copies, links, loads, saves, parts of documents, ways to other places. */
import { errorText, masker } from '@openwop-inspector/base';
import type {
  ContentProblem,
  ContentSource,
  LoadedContent,
  PayloadSource,
  RenderPlace,
  RenderServices,
  RenderSubject,
} from '@openwop-inspector/renderers';
import type { ShellBridge } from '@openwop-inspector/shell-contract';
import { announce, copyText } from '@openwop-inspector/ui';
import { showHint } from '../../shared/hint-store.ts';
import { linkFacts } from '../../shared/link-facts.ts';
import { askToOpen } from '../../shared/overlay-store.ts';
import { saveBytes } from '../../shared/save-actions.ts';
import { placeOfSubject, type SubjectPlace } from '../../shared/subject-place.ts';
import { shell } from '../../shell/bridge.ts';
import { askWorker } from '../../worker/client.ts';
import type { ContentTreeAnswer, ContentTreeQuestion } from '../../worker/subjects.ts';
import { goToAcceptor } from '../acceptor/open-acceptor.ts';
import { liveOf } from '../live/live-store.ts';
import { jumpTo } from '../sessions/travel.ts';
import { selectEvent } from '../sessions/view-store.ts';

/** The services around everything rendered of one session. */
export function createRenderServices(sessionId: string, place: RenderPlace): RenderServices {
  return {
    ...(liveOf(sessionId) === null
      ? {}
      : {
          // What acts on a run is fetched with the first press.
          sendPressed: async (press) =>
            (await import('../actions/action-store.ts')).sendPressed(sessionId, press),
        }),
    surfaceFrameUrl: './surface.html',
    place,
    content: createContentSource(),
    copyText: async (text, what) => {
      const outcome = await copyText(masker.json(text).text);
      announce(outcome.kind === 'copied' ? `${what} copied` : 'Copying was refused');
    },
    openLink,
    loadOnce: (address, signal) => loadContent(shell(), address, signal),
    loadFrom: async (subject, pointer, signal) => {
      // The recorded address goes from the worker to the shell, and nowhere else.
      const found = await fromDocument(subject, (of) => askWorker('contentAddress', { ...of, pointer }));
      return found.kind === 'address' ? loadContent(shell(), found.address, signal) : found;
    },
    saveAs: saveBytes,
    jumpTo: (ordinal) => jumpTo(sessionId, ordinal),
    openInAcceptor: (subject) => {
      const of = placeOfSubject(subject.key);
      if (of !== null && of.ordinal >= 0) selectEvent(sessionId, of.ordinal);
      void goToAcceptor();
    },
  };
}

/** The desktop asks in a system dialog; a browser shell leaves the question to the window. */
async function openLink(address: string): Promise<void> {
  const facts = linkFacts(address);
  if (facts === null) return;
  try {
    const reply = await shell().call('links/open', { address: facts.address });
    if (!reply.handled) askToOpen(facts);
  } catch (reason) {
    showHint(`The link was not opened: ${errorText(reason)}.`);
  }
}

/** Cached trees; a tree of the same document must be the same object. */
const MAX_CACHED_TREES = 32;

function createContentSource(): ContentSource {
  const trees = new Map<string, PayloadSource>();
  return {
    bytes: (subject, pointer) => fromDocument(subject, (of) => askWorker('contentBytes', { ...of, pointer })),
    text: (subject, pointer) => fromDocument(subject, (of) => askWorker('contentText', { ...of, pointer })),
    tree: (subject) => {
      const { key } = subject;
      const made = trees.get(key) ?? contentTreeSource(placeOfSubject(key));
      trees.delete(key);
      trees.set(key, made);
      const [oldest] = trees.keys();
      if (trees.size > MAX_CACHED_TREES && oldest !== undefined) trees.delete(oldest);
      return made;
    },
  };
}

/** Asks for a part of a document. A worker that fails is reported like content that is not there. */
async function fromDocument<Part>(
  subject: RenderSubject,
  ask: (of: SubjectPlace) => Promise<Part>,
): Promise<Part | ContentProblem> {
  const of = placeOfSubject(subject.key);
  if (of === null) return { kind: 'problem', message: 'This is not in the log.' };
  try {
    return await ask(of);
  } catch (reason) {
    return { kind: 'problem', message: `It could not be read: ${errorText(reason)}.` };
  }
}

type AnswerTo<Kind extends ContentTreeQuestion['kind']> = Extract<ContentTreeAnswer, { readonly kind: Kind }>;

/** The tree of one document as the payload view reads it; without a place there is nothing in it. */
function contentTreeSource(of: SubjectPlace | null): PayloadSource {
  const ask = async <Kind extends ContentTreeQuestion['kind']>(
    question: Extract<ContentTreeQuestion, { readonly kind: Kind }>,
  ): Promise<AnswerTo<Kind> | null> => {
    if (of === null) return null;
    const answer = await askWorker('contentTree', { ...of, ask: question });
    return isOfKind(answer, question.kind) ? answer : null;
  };
  return {
    node: async (pointer) => (await ask({ kind: 'node', pointer }))?.node ?? null,
    children: async (pointer, offset, limit) =>
      (await ask({ kind: 'children', pointer, offset, limit }))?.children ?? null,
    text: async (pointer) => (await ask({ kind: 'text', pointer }))?.text ?? null,
    search: async (text) => (await ask({ kind: 'search', text }))?.matches ?? NO_MATCHES,
  };
}

const NO_MATCHES = { pointers: [], truncated: false } as const;

function isOfKind<Kind extends ContentTreeQuestion['kind']>(
  answer: ContentTreeAnswer,
  kind: Kind,
): answer is AnswerTo<Kind> {
  return answer.kind === kind;
}

/**
 * Loads an address once by the shell, as `content/load-once` says. Call it while a click or key is fresh. Aborting
 * ends the download. Never rejects: a shell that refuses or is gone is a problem with a message.
 */
export async function loadContent(
  bridge: ShellBridge,
  address: string,
  signal: AbortSignal,
): Promise<LoadedContent | ContentProblem> {
  const loadId = crypto.randomUUID();
  const cancel = () => void bridge.call('content/cancel-load', { loadId }).catch(() => undefined);
  if (signal.aborted) return { kind: 'problem', message: 'Loading was cancelled.' };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const reply = await bridge.call('content/load-once', { loadId, address });
    // Without what only the log of the shell needs.
    if (reply.kind === 'problem') return { kind: 'problem', message: reply.message };
    return { kind: 'bytes', bytes: reply.bytes, declaredType: reply.declaredType };
  } catch (reason) {
    return { kind: 'problem', message: errorText(reason) };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
