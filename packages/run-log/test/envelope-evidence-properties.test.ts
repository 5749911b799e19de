import fc from 'fast-check';
import { expect, test } from 'vitest';
import { envelopeEvidence, openRunLog, textSource } from '../src/index.ts';

/** The evidence for an envelope holds for every log (acceptor 8). */

const ENVELOPE = '{"type":"vendor.a.b","correlationId":"c1","payload":{},"meta":{}}';

test('no log makes it throw, and what it answers is plain data', async () => {
  const types = [
    'run.started',
    'node.started',
    'output.chunk',
    'log.appended',
    'node.failed',
    'run.failed',
    'cap.breached',
    'envelope.retry.attempted',
    'interrupt.requested',
    'ui.a2ui-surface',
    'prompt.composed',
    '__proto__',
  ];
  const event = fc.record(
    {
      type: fc.constantFrom(...types),
      nodeId: fc.constantFrom('n', 'm', '__proto__'),
      causationId: fc.constantFrom('c1', 'c2', 'e1', 'constructor'),
      payload: fc.oneof(
        fc.jsonValue({ maxDepth: 3 }),
        fc.record({ chunk: fc.constantFrom('a', ENVELOPE, '{'), isLast: fc.boolean() }),
        fc.record({
          level: fc.constantFrom('info', 'warn'),
          fields: fc.record({ envelopeType: fc.constantFrom('error', 'v.a') }),
        }),
        fc.record({ error: fc.record({ code: fc.constantFrom('envelope_invalid', 'x') }) }),
      ),
    },
    { requiredKeys: ['type'] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 14 }), async (parts) => {
      const docs = parts.map((part, sequence) => ({
        ...part,
        eventId: `e${sequence}`,
        runId: 'r',
        sequence,
      }));
      const log = openRunLog(textSource('log', JSON.stringify(docs)));
      await log.loaded;
      for (let ordinal = 0; ordinal < docs.length; ordinal++) {
        const evidence = await envelopeEvidence(log, { ordinal });
        expect(() => structuredClone(evidence)).not.toThrow();
        if (evidence === null) continue;
        expect(evidence.accepted.every((one) => one.index < evidence.position)).toBe(true);
        expect(evidence.retries.every((one) => one.index < evidence.position)).toBe(true);
      }
      await log.close();
    }),
    { numRuns: 300, seed: 7 },
  );
});
