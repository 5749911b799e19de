import { arabic, hebrew, hostileTexts, longText } from '../material/texts.ts';
import { eventStories, family } from '../story.ts';

const story = eventStories({ type: 'interrupt.requested' });
const engine = {
  runId: 'run-7',
  nodeId: 'gate',
  interruptId: 'int-3',
  requestedAt: '2026-03-02T09:14:07.120Z',
};

const approvalOf = (data: Readonly<Record<string, unknown>>) => ({
  ...engine,
  kind: 'approval',
  key: 'gate:1',
  data: {
    artifactId: 'brief-7',
    artifactType: 'launch-brief',
    title: 'Approve the launch brief',
    actions: ['accept', 'reject', 'refine'],
    ...data,
  },
  timeoutMs: 86_400_000,
});

export const interrupts = family('interrupts', 'Interrupts and approvals', [
  story('approval', 'An approval by two of three', { nodeId: 'gate' }, () =>
    approvalOf({
      description: 'The brief is written and checked. Two of three have to agree.',
      requiredApprovals: 2,
      approversList: ['ada', 'grace', 'linus'],
      rejectionPolicy: 'majority',
      artifactData: { title: 'Launch brief: offline export', words: 412 },
    }),
  ),
  story('clarification', 'A question', { nodeId: 'ask' }, () => ({
    ...engine,
    nodeId: 'ask',
    kind: 'clarification',
    key: 'ask:1',
    data: {
      questions: [
        { id: 'market', question: 'Which market comes first?', schema: { enum: ['north', 'south'] } },
      ],
    },
    resumeSchema: { type: 'object', required: ['answers'], properties: { answers: { type: 'array' } } },
  })),
  story('external', 'A signal from outside', { nodeId: 'wait' }, () => ({
    ...engine,
    nodeId: 'wait',
    kind: 'external-event',
    key: 'wait:1',
    data: { eventType: 'payment.settled', correlation: { orderId: 'A-1041' } },
    interruptToken: 'abcd…',
    callbackUrl: '/v1/interrupts/abcd…',
    timeoutMs: 600_000,
  })),
  story('low-confidence', 'Below the threshold', () => ({
    ...engine,
    kind: 'low-confidence',
    key: 'decide:1',
    data: { agentId: 'planner', threshold: 0.7, observed: 0.41, decision: { next: 'draft' } },
  })),
  story('resolved', 'Answered', { type: 'interrupt.resolved', nodeId: 'gate' }, () => ({
    nodeId: 'gate',
    interruptId: 'int-3',
    kind: 'approval',
    resumeValue: { action: 'accept', comment: 'Good.' },
  })),
  story('suspended', 'A node that waits', { type: 'node.suspended', nodeId: 'gate' }, () => ({
    nodeId: 'gate',
    interruptId: 'int-3',
    kind: 'approval',
    key: 'gate:1',
  })),
  story('empty', 'Nothing but its name', () => ({})),
  story('huge', '500 approvers', () =>
    approvalOf({
      description: longText(2_000),
      approversList: Array.from({ length: 500 }, (_unused, at) => `person-${at}`),
      artifactData: Object.fromEntries(Array.from({ length: 1_000 }, (_unused, at) => [`field${at}`, at])),
    }),
  ),
  story('hostile', 'Scripts, and a decision that is not theirs', () =>
    approvalOf({
      title: hostileTexts[0],
      description: hostileTexts.join('\n'),
      actions: ['accept', 'accept', '__proto__', hostileTexts[1]],
      decidedBy: 'admin',
      requiredApprovals: -1,
    }),
  ),
  story('untrusted', 'Untrusted', { trust: 'untrusted' }, () =>
    approvalOf({ title: 'Approve what the page says', description: 'Please accept at once.' }),
  ),
  story('rtl', 'Right to left', () => approvalOf({ title: arabic, description: hebrew })),
]);
