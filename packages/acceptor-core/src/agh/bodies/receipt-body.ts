import { AGH_REASONS } from '../agh-codes.ts';
import type { AghMessage } from '../agh-message.ts';
import { type BodyVerdict, bodyFields, inForm } from './body-fields.ts';

const WITH_REASON = ['rejected', 'duplicate', 'expired', 'unsupported'];
const STATUSES = ['accepted', ...WITH_REASON, 'canceled'];

/** `for_id*`, `status*`, `reason_code` by status, `detail?` (agh 4). */
export function receiptBody({ body }: AghMessage): BodyVerdict {
  const fields = bodyFields(body, '/body');
  fields.needText('for_id');
  fields.mayText('detail');
  const status = fields.needWord('status', STATUSES);
  fields.mayWord('reason_code', AGH_REASONS);
  const hasReason = fields.has('reason_code');
  if (status === 'accepted' && hasReason) fields.wrong('reason_code', 'does not belong to accepted');
  if (status !== null && WITH_REASON.includes(status) && !hasReason) {
    fields.wrong('reason_code', `is missing, ${status} needs it`);
  }
  return inForm(fields);
}
