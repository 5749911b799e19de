/** Messages of AGH Network after the reading: their causes, and what became of each. */
import type { MessageJudge } from '@openwop-inspector/protocol';
import type { LogIndex } from '../index/log-index.ts';
import { messageCausePointer } from '../index/message-rows.ts';
import { Turns } from '../next-turn.ts';
import { hashText } from '../scan/id-hash.ts';

/** Messages over this many bytes are not judged. */
const MAX_JUDGED = 8 * 1024 * 1024;

/** Resolves the messages that messages name (agh 6): by sender and id, else by id. O(messages). */
export function settleMessageCauses(index: LogIndex): void {
  const { columns, messages } = index;
  for (const row of messages.rows) {
    if (row.causeId === null) continue;
    const cause = messages.causeOf(row);
    const unknown = hashText(row.causeId);
    columns.causeA[row.ordinal] = cause === null ? unknown.a : (columns.idA[cause.row.ordinal] as number);
    columns.causeB[row.ordinal] = cause === null ? unknown.b : (columns.idB[cause.row.ordinal] as number);
    if (cause?.isAmbiguous === true) {
      const message = `Several senders use the id that ${row.causeField} names; the first is taken`;
      index.problemOf('agh_ambiguous_id', message, row.ordinal, messageCausePointer(row.causeField));
    }
  }
}

/**
 * Judges every message in the order of the file (agh 2) and lists what is found. Reads each message once; a message over
 * 8 MiB is left out; the transport carries 1 MiB (agh 8). Ends when stopped.
 */
export async function judgeMessages(
  index: LogIndex,
  judge: MessageJudge,
  read: (ordinal: number) => Promise<Uint8Array>,
  isCancelled: () => boolean,
): Promise<void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const { columns } = index;
  if (index.messages.dialects.ofFile.isMixed) {
    const message = 'The file has messages of the seed dialect and of the later one';
    index.problems.add({ code: 'agh_two_dialects', message, ordinal: null });
  }
  const turns = new Turns(isCancelled);
  for (const row of index.messages.rows) {
    if (turns.areDue && !(await turns.rest())) return;
    if ((columns.byteLength[row.ordinal] as number) > MAX_JUDGED) continue;
    const judged = judge.take(decoder.decode(await read(row.ordinal)));
    const [byteOffset, line] = [columns.offset[row.ordinal] as number, columns.line[row.ordinal] as number];
    for (const finding of judged.findings)
      index.problems.add({ ...finding, ordinal: row.ordinal, byteOffset, line });
    row.judged = { ...judged, findings: [] };
  }
}
