import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sample } from '@openwop-inspector/testing/files';

export const TICKET = sample('repaired-ticket.ndjson');

/** The ticket once more, under another id, with another answer of the model. */
export async function ticketAgain(): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'inspector-compare-')), 'again.ndjson');
  const text = await readFile(TICKET, 'utf8');
  await writeFile(
    file,
    text
      .replaceAll('ticket-41ae', 'ticket-9b07')
      .replaceAll('\\"high\\"', '\\"normal\\"')
      .replaceAll(':"high"', ':"normal"'),
  );
  return file;
}
