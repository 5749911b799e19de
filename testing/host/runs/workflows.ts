import { unreachable } from '@openwop-inspector/base';
import { happens, type Move, type Script } from './script.ts';
import { customScript, quorumScript } from './scripts/gates.ts';
import { endlessScript, mediaScript, plainScript } from './scripts/plain.ts';
import { conversationScript, surfaceFormScript } from './scripts/surfaces.ts';
import { toldStory } from './scripts/told-story.ts';

/** Names of the workflows that the host knows. */
export type WorkflowName =
  | 'failing-draft'
  | 'clarification'
  | 'approval'
  | 'quorum'
  | 'custom'
  | 'surface'
  | 'conversation'
  | 'media'
  | 'children'
  | 'plain'
  | 'long'
  | 'endless';

/** A workflow ready to run, with the run id that it takes unless another is given. */
interface Workflow {
  readonly runId: string;
  readonly workflowId: string;
  readonly script: Script;
}

/** Events of `plain` and of `long`. */
const PLAIN_EVENTS = 60;
const LONG_EVENTS = 20_000;

/** Makes a workflow; `hostName` stands in the addresses of media. */
export function workflowOf(name: WorkflowName, hostName: string): Workflow {
  switch (name) {
    case 'failing-draft':
      return toldStory('acme-prd-draft', { answersItself: true });
    case 'clarification':
      return toldStory('clarification', { answersItself: false });
    case 'approval':
      return toldStory('blocked-approval', { answersItself: false, whenAccepted: PAID });
    case 'children':
      return toldStory('fan-out', { answersItself: true });
    case 'quorum':
      return { runId: 'release-4d10', workflowId: 'acme.release', script: quorumScript };
    case 'custom':
      return { runId: 'custom-9b21', workflowId: 'acme.custom', script: customScript };
    case 'surface':
      return { runId: 'kickoff-form', workflowId: 'acme.kickoff', script: surfaceFormScript };
    case 'conversation':
      return { runId: 'concierge-77ac', workflowId: 'acme.concierge', script: conversationScript };
    case 'media':
      return { runId: 'chart-1f0e', workflowId: 'acme.chart', script: () => mediaScript(hostName) };
    case 'plain':
      return { runId: 'plain-60', workflowId: 'acme.plain', script: plainScript(PLAIN_EVENTS) };
    case 'long':
      return { runId: 'long-20000', workflowId: 'acme.long', script: plainScript(LONG_EVENTS) };
    case 'endless':
      return { runId: 'stream', workflowId: 'acme.endless', script: endlessScript() };
    default:
      return unreachable(name);
  }
}

export const WORKFLOW_NAMES: readonly WorkflowName[] = [
  'failing-draft',
  'clarification',
  'approval',
  'quorum',
  'custom',
  'surface',
  'conversation',
  'media',
  'children',
  'plain',
  'long',
  'endless',
];

/** What follows when a person pays the invoice that the story has held. */
const PAID: readonly Move[] = [
  happens('node.completed', { nodeId: 'approve', outputs: { action: 'accept' } }, { nodeId: 'approve' }),
  happens('node.started', { nodeId: 'pay', typeId: 'core.route', attempt: 1 }, { nodeId: 'pay', as: 'pay' }),
  happens(
    'node.completed',
    { nodeId: 'pay', outputs: { paid: '2217' } },
    { nodeId: 'pay', cause: 'pay', as: 'paid' },
  ),
  happens('run.completed', { outputs: { invoice: '2217', state: 'paid' }, durationMs: 1 }, { cause: 'paid' }),
];
