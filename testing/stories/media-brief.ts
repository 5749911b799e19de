import { acceptEnvelope, correlationId } from './steps/envelope-steps.ts';
import { composePrompt, streamOutput, useProvider } from './steps/model-steps.ts';
import type { NodeScope } from './steps/node-scope.ts';
import { completeNode, startNode } from './steps/run-steps.ts';
import { fenced, inPieces, MOCK_MINI } from './story.ts';

/** Samples a second: enough for a chime, and a second takes 8,000 bytes. */
const RATE = 8_000;

/** One envelope of the text: what it is, and how it asks to be shown. */
interface Part {
  readonly envelopeId: string;
  readonly hash: string;
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly rendering: Readonly<Record<string, string>>;
}

const BRIEF = `# Kickoff brief: offline export

People lose a day when the export stalls. This release writes the file **before** the upload starts.

## Scope

- [x] Write \`export.ndjson\` next to the project
- [x] Resume after a broken connection
- [ ] Two markets first, [see the plan](https://plans.acme.example/kickoff)

| Market | Owner | Ready |
| --- | --- | --- |
| North | Release | 2 April |
| South | Support | 9 April |

> Scheduling, and anything that needs a new host capability, is not in scope.[^1]

![Export flow, three steps](https://assets.acme.example/export-flow.png)

\`\`\`ts
const file = await write('export.ndjson', { resume: true });
\`\`\`

[^1]: Decided in the review of 19 March.
`;

const EXPORT = `import { createWriteStream } from 'node:fs';

/** Writes one document a line; a broken upload goes on from the last whole line. */
export async function writeExport(documents: AsyncIterable<object>, path: string) {
  const out = createWriteStream(path, { flags: 'a' });
  let written = 0;
  for await (const document of documents) {
    out.write(\`\${JSON.stringify(document)}\\n\`);
    written += 1;
  }
  out.end();
  return { path, written };
}
`;

const PARTS: readonly Part[] = [
  {
    envelopeId: 'env-7',
    hash: '51e2',
    type: 'vendor.acme.brief.create',
    payload: { reasoning: 'The form named the market and the date; the plan names the rest.', text: BRIEF },
    rendering: { display: 'markdown' },
  },
  {
    envelopeId: 'env-8',
    hash: '8c07',
    type: 'vendor.acme.snippet.create',
    payload: { code: EXPORT },
    rendering: { display: 'code', lang: 'typescript', title: 'write-export.ts' },
  },
  {
    envelopeId: 'env-9',
    hash: 'b6d4',
    type: 'vendor.acme.estimate.create',
    payload: {
      market: 'north',
      due: '2026-04-02T09:00:00Z',
      timeoutMs: 90_000,
      reviewers: ['release-lead', 'support-lead'],
      effort: [
        { part: 'Writer', days: 3, risk: 'low' },
        { part: 'Resume', days: 5, risk: 'medium' },
        { part: 'Two markets', days: 2, risk: 'low' },
      ],
      blocked: false,
    },
    rendering: { display: 'card', title: 'Estimate' },
  },
];

const PAPER = 'market,room,seats\nnorth,3,12\nsouth,1,8\n';
const CHIME = chimeWav([659, 523, 784], 0.4);

/** One text with three envelopes in fences, then a chime and a table as files. Returns the id of the last event. */
export function writeBrief(scope: NodeScope, cause: string): string {
  const started = startNode(scope, { typeId: 'core.ai.structured', cause, afterMs: 2 });
  const prompt = composePrompt(scope, {
    promptId: 'acme.kickoff.brief',
    version: '1.0.0',
    system: 'Write the brief, the snippet and the estimate, one envelope each.',
    user: 'Market: north. Date: 2026-04-02.',
    cause: started,
  });
  const written = PARTS.map((part) => fenced(envelopeOf(scope, part)));
  const text = `The brief:\n${written[0]}\nThe writer:\n${written[1]}\nThe estimate:\n${written[2]}`;
  streamOutput(scope, {
    ...MOCK_MINI,
    pieces: inPieces(text, 240),
    everyMs: 40,
    finishReason: 'stop',
    usage: { promptTokens: 410, completionTokens: 1_312 },
    cause: prompt,
    afterMs: 720,
  });
  useProvider(scope, { ...MOCK_MINI, inputTokens: 410, outputTokens: 1_312, cause: prompt, afterMs: 2 });
  for (const { envelopeId, type, hash } of PARTS) {
    const id = correlationId(scope, 3, hash);
    acceptEnvelope(scope, {
      envelopeId,
      envelopeType: type,
      correlationId: id,
      trust: 'trusted',
      afterMs: 1,
    });
  }
  const last = acceptFiles(scope);
  return completeNode(scope, { outputs: { envelopes: 5 }, cause: last, afterMs: 1 });
}

function envelopeOf(scope: NodeScope, part: Part): Readonly<Record<string, unknown>> {
  return {
    type: part.type,
    schemaVersion: 1,
    envelopeId: part.envelopeId,
    correlationId: correlationId(scope, 3, part.hash),
    nodeId: scope.nodeId,
    payload: part.payload,
    meta: { source: 'ai-generation', ts: scope.run.clock.iso(), rendering: part.rendering },
  };
}

function acceptFiles(scope: NodeScope): string {
  acceptEnvelope(scope, {
    envelopeId: 'env-10',
    envelopeType: 'media.audio',
    correlationId: correlationId(scope, 4, '3f19'),
    envelopePayload: {
      bytes: CHIME.length,
      base64: Buffer.from(CHIME).toString('base64'),
      mimeType: 'audio/wav',
      alt: 'Three tones that call the room together',
      durationSeconds: 1.6,
    },
    trust: 'trusted',
    afterMs: 2,
  });
  return acceptEnvelope(scope, {
    envelopeId: 'env-11',
    envelopeType: 'media.file',
    correlationId: correlationId(scope, 4, '6ab8'),
    envelopePayload: {
      bytes: PAPER.length,
      base64: Buffer.from(PAPER).toString('base64'),
      mimeType: 'text/csv',
      name: 'rooms.csv',
    },
    trust: 'trusted',
    afterMs: 1,
  });
}

/** A chime as WAV, one byte a sample: each tone (Hz) begins where the one before has half died away. */
function chimeWav(tones: readonly number[], secondsEach: number): Uint8Array {
  const each = Math.round(RATE * secondsEach);
  const samples = new Uint8Array(each * (tones.length + 1)).fill(128);
  for (const [place, tone] of tones.entries()) {
    for (let i = 0; i < each * 2; i += 1) {
      const at = place * each + i;
      // Rounded to a byte, so that the last digits of a sine, which engines may differ in, do not show.
      const wave = Math.sin((2 * Math.PI * tone * i) / RATE) * 40 * (1 - i / (each * 2)) ** 2;
      samples[at] = (samples[at] ?? 128) + Math.round(wave);
    }
  }
  return wav(samples);
}

function wav(samples: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(44 + samples.length);
  const view = new DataView(bytes.buffer);
  const name = (offset: number, text: string) => bytes.set(new TextEncoder().encode(text), offset);
  name(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  name(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true); // uncompressed
  view.setUint16(22, 1, true); // one channel
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  name(36, 'data');
  view.setUint32(40, samples.length, true);
  bytes.set(samples, 44);
  return bytes;
}
