import type { AghMessage } from '../agh-message.ts';
import { TRACE_STATES } from '../lifecycle.ts';
import { type BodyVerdict, bodyFields, inForm } from './body-fields.ts';

/** `state*`, `message?`, `result?`, `artifact_refs?` (agh 4). */
export function traceBody({ body }: AghMessage): BodyVerdict {
  const fields = bodyFields(body, '/body');
  fields.needWord('state', TRACE_STATES);
  fields.mayText('message');
  fields.mayRecord('result');
  fields.mayList('artifact_refs');
  return inForm(fields);
}
