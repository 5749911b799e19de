/** Names of the actions on a run, for buttons, dialogs and the action log. */
import { textAt, unreachable } from '@openwop-inspector/base';
import type { RunAction } from '@openwop-inspector/host-client';

/** An imperative without its object: "accept", "answer", "cancel", "fork from #12". */
export function actionVerb(action: RunAction): string {
  switch (action.kind) {
    case 'resolve-interrupt':
      return answerVerb(action.interruptKind, action.resumeValue);
    case 'exchange':
      return 'message';
    case 'fork':
      return `${action.mode} from #${action.fromSeq}`;
    case 'annotate':
      return action.signal.kind;
    default:
      return action.kind;
  }
}

/** The action of an approval is its own verb. */
function answerVerb(kind: string, value: unknown): string {
  return (kind === 'approval' ? textAt(value, 'action') : null) ?? 'answer';
}

/** Past tense for the log: "Answered clarification with answer". */
export function actionTitle(action: RunAction): string {
  switch (action.kind) {
    case 'resolve-interrupt':
      return `${capital(actionVerb(action))} the ${action.interruptKind}`;
    case 'exchange':
      return 'Message to the conversation';
    case 'fork':
      return `Fork, ${action.mode}, from #${action.fromSeq}`;
    case 'cancel':
      return 'Cancel the run';
    case 'pause':
      return 'Pause the run';
    case 'resume':
      return 'Resume the run';
    case 'annotate':
      return `Annotate: ${action.signal.kind}`;
    default:
      return unreachable(action);
  }
}

/** The node of an action; null for actions on the run as a whole. */
export function nodeOf(action: RunAction): string | null {
  return action.kind === 'resolve-interrupt' || action.kind === 'exchange' ? action.nodeId : null;
}

/** Source of an action's values, in one sentence for the dialog. */
export function trustText(action: RunAction): string {
  switch (action.kind) {
    case 'resolve-interrupt':
      return origin(action.valueOrigin, action.contentTrust);
    case 'exchange':
      return origin('surface', action.contentTrust);
    default:
      return 'Trusted: chosen by you.';
  }
}

function origin(from: 'person' | 'surface' | 'content', trust: 'trusted' | 'untrusted'): string {
  if (from === 'person') {
    return trust === 'trusted'
      ? 'Trusted: entered by you.'
      : 'Entered by you, in answer to a request that holds untrusted content.';
  }
  const where = from === 'surface' ? 'the surface of an agent' : 'recorded content';
  return trust === 'trusted'
    ? `Taken from ${where}, which is trusted.`
    : `Taken from ${where}, which is untrusted. It never advances an approval.`;
}

/** The host of a base URL with its port, as displayed on buttons. */
export function hostOf(baseUrl: string): string {
  try {
    return new URL(baseUrl).host;
  } catch {
    return baseUrl;
  }
}

const capital = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
