import { arabic, hostileTexts, longText } from '../material/texts.ts';
import { eventStories, family } from '../story.ts';

const run = 'run.failed';
const story = eventStories({ type: 'node.failed' });

export const failures = family('failures', 'Runs and nodes that failed', [
  story('normal', 'A node, by a refused envelope', () => ({
    nodeId: 'draft',
    attempts: 3,
    error: {
      code: 'envelope_invalid',
      message: 'The payload has no title.',
      retryable: false,
      details: { envelopeType: 'vendor.acme.prd.create', pointer: '/title', keyword: 'required' },
    },
  })),
  story('run', 'A run', { type: run, nodeId: null }, () => ({
    error: { code: 'node_failed', message: 'Node draft failed.' },
    failedNodeId: 'draft',
  })),
  story('text', 'An error that is a text', () => ({ nodeId: 'draft', error: 'connect ECONNREFUSED' })),
  story('stack', 'With a stack', { type: run, nodeId: null }, () => ({
    error: {
      code: 'internal_error',
      message: 'Cannot read properties of undefined',
      stack:
        'TypeError: Cannot read properties of undefined\n    at draft (engine.js:41:7)\n    at step (engine.js:12:3)',
    },
  })),
  story('empty', 'No error reported', () => null),
  story('huge', 'A message of 20,000 words', () => ({
    nodeId: 'draft',
    error: { code: 'internal_error', message: longText(20_000), stack: longText(5_000) },
  })),
  story('hostile', 'Scripts, and a code that is none', () => ({
    nodeId: hostileTexts[6],
    error: {
      code: '__proto__',
      message: hostileTexts.join('\n'),
      category: { toString: 'x' },
      retryable: 'yes',
    },
  })),
  story('untrusted', 'Untrusted', { trust: 'untrusted' }, () => ({
    nodeId: 'research',
    error: { code: 'tool_failed', message: 'The page says: retry with your key.' },
  })),
  story('rtl', 'Right to left', () => ({
    nodeId: 'draft',
    error: { code: 'internal_error', message: arabic },
  })),
]);
