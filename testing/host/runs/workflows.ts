import { happens, type Move, type Script, type Workflow } from './script.ts';
import { quorumScript } from './scripts/gates.ts';
import { endlessScript, mediaScript, plainScript } from './scripts/plain.ts';
import { storyWorkflow } from './scripts/story-workflow.ts';
import { conversationScript, surfaceFormScript } from './scripts/surfaces.ts';

/** What follows when the user pays the invoice that the story has stopped. */
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

/** Events of `plain` and of `long`. */
const PLAIN_EVENTS = 60;
const LONG_EVENTS = 20_000;

const made = (runId: string, workflowId: string, script: Script): Workflow => ({ runId, workflowId, script });

/** How each workflow is made; the name of the host is in the addresses of media. */
const WORKFLOWS = {
  'failing-draft': () => storyWorkflow('acme-prd-draft', { answersItself: true }),
  clarification: () => storyWorkflow('clarification', { answersItself: false }),
  approval: () => storyWorkflow('blocked-approval', { answersItself: false, whenAccepted: PAID }),
  quorum: () => made('release-4d10', 'acme.release', quorumScript),
  surface: () => made('kickoff-form', 'acme.kickoff', surfaceFormScript),
  conversation: () => made('concierge-77ac', 'acme.concierge', conversationScript),
  media: (hostName) => made('chart-1f0e', 'acme.chart', () => mediaScript(hostName)),
  children: () => storyWorkflow('fan-out', { answersItself: true }),
  plain: () => made('plain-60', 'acme.plain', plainScript(PLAIN_EVENTS)),
  long: () => made('long-20000', 'acme.long', plainScript(LONG_EVENTS)),
  endless: () => made('stream', 'acme.endless', endlessScript()),
} satisfies Readonly<Record<string, (hostName: string) => Workflow>>;

/** Names of the workflows that the host knows. */
export type WorkflowName = keyof typeof WORKFLOWS;

export const workflowOf = (name: WorkflowName, hostName: string): Workflow => WORKFLOWS[name](hostName);

/** The workflow with this name or `workflowId`; undefined when there is none. */
export const findWorkflow = (nameOrId: string, hostName: string): Workflow | undefined =>
  Object.entries(WORKFLOWS)
    .map(([name, make]) => ({ name, workflow: make(hostName) }))
    .find(({ name, workflow }) => name === nameOrId || workflow.workflowId === nameOrId)?.workflow;
