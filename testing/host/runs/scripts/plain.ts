import { begins, ends, happens, type Script, type Telling } from '../script.ts';

const RUN_FRAME = 2;
/** One text for all events of an endless run: a host that runs for hours must not keep it a million times. */
const FILLING = 'Nothing has happened that anybody would need to know about. '.repeat(12);

/** A run of a given number of events that asks nobody anything: one node that thinks. Each event names its cause. */
export const plainScript =
  (events: number): Script =>
  () =>
    tell(events, (i) => ({ delta: `${i} thinking` }));

/** As the plain one, without an end, about a kilobyte an event: for hours of watching. */
export const endlessScript = (): Script => () =>
  tell(Number.POSITIVE_INFINITY, (i) => ({ delta: `${i}`, context: FILLING }));

function* tell(events: number, thought: (i: number) => Readonly<Record<string, string>>): Telling {
  const nodeId = 'think';
  yield* begins('acme.plain', [nodeId, 'core.agent']);
  for (let i = RUN_FRAME; i < events - RUN_FRAME; i += 1) {
    const payload = { agentId: 'acme.thinker', ...thought(i), sequence: i };
    yield happens('agent.reasoning.delta', payload, { nodeId, cause: nodeId });
  }
  yield* ends(nodeId, {}, 1);
}

/** Token of the one picture that the host keeps. */
export const PICTURE_TOKEN = 'NLmMfqvBoiOgGadehaVvO7lxgIW';

/** A picture that stays on the host: the log has its address alone. */
export function* mediaScript(hostName: string): Telling {
  const nodeId = 'chart';
  const correlationId = 'run-media:chart:0:d9f3';
  const url = `/v1/host/${hostName}/assets/${PICTURE_TOKEN}`;
  const image = { url, bytes: 83, mimeType: 'image/png', alt: 'A blank chart, 64 by 48' };
  yield* begins('acme.chart', [nodeId, 'core.ai.structured'], 400);
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
  yield* ends(nodeId, { image }, 1_400);
}
