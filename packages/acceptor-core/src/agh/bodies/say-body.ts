import type { AghMessage } from '../agh-message.ts';
import { type BodyVerdict, bodyFields, inForm } from './body-fields.ts';

/** `text*`, `intent?`, `artifacts?`: the body of say and direct (agh 4). Artifacts are opaque and never opened. */
export function sayBody({ body }: AghMessage): BodyVerdict {
  const fields = bodyFields(body, '/body');
  fields.needText('text');
  fields.mayText('intent');
  fields.mayList('artifacts');
  return inForm(fields);
}
