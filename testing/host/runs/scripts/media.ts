import { happens, type Telling } from '../script.ts';

/** Token of the one picture that the host keeps. */
export const PICTURE_TOKEN = 'NLmMfqvBoiOgGadehaVvO7lxgIW';

/** A picture that stays on the host: the log has its address alone. */
export function* mediaScript(hostName: string): Telling {
  const nodeId = 'chart';
  const correlationId = 'run-media:chart:0:d9f3';
  const url = `/v1/host/${hostName}/assets/${PICTURE_TOKEN}`;
  const image = { url, bytes: 83, mimeType: 'image/png', alt: 'A blank chart, 64 by 48' };
  yield happens('run.started', { workflowId: 'acme.chart', inputs: {} }, { as: 'started' });
  yield happens(
    'node.started',
    { nodeId, typeId: 'core.ai.structured', attempt: 1 },
    { nodeId, cause: 'started', as: 'node', afterMs: 400 },
  );
  yield happens(
    'log.appended',
    {
      level: 'info',
      message: 'LLM emitted media.image',
      nodeId,
      fields: { envelopeId: 'env-1', envelopeType: 'media.image', payload: image },
    },
    { nodeId, cause: correlationId, trust: 'trusted', afterMs: 900 },
  );
  yield happens('media.image', image, { nodeId, cause: correlationId, trust: 'trusted', afterMs: 2 });
  yield happens(
    'node.completed',
    { nodeId, outputs: { image } },
    { nodeId, cause: 'node', as: 'done', afterMs: 2 },
  );
  yield happens('run.completed', { outputs: { image }, durationMs: 1_400 }, { cause: 'done', afterMs: 1 });
}
