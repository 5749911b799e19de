import { arabic, hostileTexts, longText } from '../material/texts.ts';
import { eventStory, type Family } from '../story.ts';

const run = 'run.failed';
const node = 'node.failed';

export const failures: Family = {
  name: 'failures',
  title: 'Runs and nodes that failed',
  stories: [
    eventStory('normal', 'A node, by a refused envelope', () => ({
      type: node,
      payload: {
        nodeId: 'draft',
        attempts: 3,
        error: {
          code: 'envelope_invalid',
          message: 'The payload has no title.',
          retryable: false,
          details: { envelopeType: 'vendor.acme.prd.create', pointer: '/title', keyword: 'required' },
        },
      },
    })),
    eventStory('run', 'A run', () => ({
      type: run,
      nodeId: null,
      payload: { error: { code: 'node_failed', message: 'Node draft failed.' }, failedNodeId: 'draft' },
    })),
    eventStory('text', 'An error that is a text', () => ({
      type: node,
      payload: { nodeId: 'draft', error: 'connect ECONNREFUSED' },
    })),
    eventStory('stack', 'With a stack', () => ({
      type: run,
      nodeId: null,
      payload: {
        error: {
          code: 'internal_error',
          message: 'Cannot read properties of undefined',
          stack:
            'TypeError: Cannot read properties of undefined\n    at draft (engine.js:41:7)\n    at step (engine.js:12:3)',
        },
      },
    })),
    eventStory('empty', 'No error told', () => ({ type: node, payload: null })),
    eventStory('huge', 'A message of 20,000 words', () => ({
      type: node,
      payload: {
        nodeId: 'draft',
        error: { code: 'internal_error', message: longText(20_000), stack: longText(5_000) },
      },
    })),
    eventStory('hostile', 'Scripts, and a code that is none', () => ({
      type: node,
      payload: {
        nodeId: hostileTexts[6],
        error: {
          code: '__proto__',
          message: hostileTexts.join('\n'),
          category: { toString: 'x' },
          retryable: 'yes',
        },
      },
    })),
    eventStory('untrusted', 'Untrusted', () => ({
      type: node,
      payload: {
        nodeId: 'research',
        error: { code: 'tool_failed', message: 'The page says: retry with your key.' },
      },
      trust: 'untrusted',
    })),
    eventStory('rtl', 'Right to left', () => ({
      type: node,
      payload: { nodeId: 'draft', error: { code: 'internal_error', message: arabic } },
    })),
  ],
};
