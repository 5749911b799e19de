/** Earlier envelopes of a run about a surface of schemaVersion 2, which its state is the fold of (envelope 7.7). */
import { type MaskedValue, masker } from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';
import { isMessageBody } from '@openwop-inspector/protocol';
import type { LoadedLog } from '../loaded-log.ts';
import { PayloadReader } from '../payload/read-payload.ts';
import { rowsBefore } from '../rows/run-bounds.ts';
import { envelopesIn, type FoundEnvelope, isMaskedRecord } from './envelopes-in-event.ts';

/** Events inspected before the surface, and those that are read. */
const MAX_BACK = 20_000;
const MAX_READ = 64;

type EarlierEnvelope = Exclude<FoundEnvelope['earlier'], 'unread' | undefined>[number];

/** In the order of the log; null where the surface has another body, `unread` where more would have to be read. */
export async function earlierSurfaces(
  log: LoadedLog,
  ordinal: number,
  envelope: MaskedValue,
): Promise<NonNullable<FoundEnvelope['earlier']> | null> {
  const payload = isMaskedRecord(envelope) ? envelope.payload : null;
  if (!isMessageBody(payload)) return null;
  const { surfaceId } = payload;
  const reader = new PayloadReader(log, MAX_READ);
  const found: EarlierEnvelope[] = [];
  let [passed, read] = [0, 0];
  for (const row of rowsBefore(log, ordinal)) {
    if (++passed > MAX_BACK) return 'unread';
    if (!mayHoldSurface(log.index.typeOf(row))) continue;
    if (++read > MAX_READ) return 'unread';
    const document = await reader.read(row);
    const here = document === null ? [] : envelopesIn(log, row, document);
    for (const { value, foundIn } of [...here].reverse()) {
      if (!isMaskedRecord(value) || foundIn === 'text') continue;
      const about: unknown = value.payload;
      if (!isMessageBody(about) || about.surfaceId !== surfaceId) continue;
      const trust = new Fields(value).child('meta').value('contentTrust');
      const isUntrusted = log.index.trustOf(row) === 'untrusted' || (trust ?? 'trusted') !== 'trusted';
      const payload = masker.value(about).value;
      found.push({ sequence: log.index.sequenceOf(row), payload, isUntrusted });
    }
  }
  return found.reverse();
}

/** The last part of the type names a surface, or an interrupt may hold one. */
function mayHoldSurface(type: string): boolean {
  return /a2ui-surface[^.]*$/.test(type) || type === 'interrupt.requested' || type === 'node.suspended';
}
