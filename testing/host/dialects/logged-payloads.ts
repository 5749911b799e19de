import { isRecord } from '@openwop-inspector/base';

/** Payloads as the spec has them. */
export function payloadOfSpec(_type: string, payload: unknown): unknown {
  return payload;
}

/** App leaves out the node of a failure and has a singular output (run-events.md sections 3.2 and 5.3). */
export function payloadOfApp(type: string, payload: unknown): unknown {
  if (!isRecord(payload)) return payload;
  switch (type) {
    case 'run.started':
      return { workflowId: payload.workflowId };
    case 'node.started':
      return {};
    case 'node.failed':
      return { error: payload.error };
    case 'run.completed':
      return { output: payload.outputs };
    default:
      return payload;
  }
}

/** The examples say nothing at a start, and tell an error twice: as an object and at the root. `empty` is what they say instead. */
export function payloadOfExamples(empty: null | Record<string, never>) {
  return (type: string, payload: unknown): unknown => {
    if (type === 'run.started' || type === 'node.started' || type === 'run.completed') return empty;
    if ((type !== 'node.failed' && type !== 'run.failed') || !isRecord(payload)) return payload;
    const { error, nodeId } = payload;
    if (!isRecord(error)) return payload;
    const node = type === 'node.failed' ? { nodeId } : {};
    return { code: error.code, message: error.message, ...node, error };
  };
}
