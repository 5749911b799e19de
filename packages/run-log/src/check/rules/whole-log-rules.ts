/** Rules that ask about a log as a whole, or about what is next to its events. */
import type { ProblemCode } from '@openwop-inspector/protocol';
import type { LoadedLog } from '../../view/loaded-log.ts';
import type { CheckRun } from '../check-control.ts';
import { checkMarkedSecrets } from './marked-secrets.ts';
import { checkMedia, type MediaNotes } from './media-rules.ts';
import { checkReplays } from './replay-totals.ts';
import type { TellFound } from './rule-tell.ts';
import { checkTrust } from './trust-problems.ts';

/** Asks them again, in place of what they found before; each reads only where something calls for it. False when stopped. */
export async function wholeLogRules(log: LoadedLog, run: CheckRun, media: MediaNotes): Promise<boolean> {
  const { index } = log;
  const found: { code: ProblemCode; message: string; ordinal: number | null; pointer?: string }[] = [];
  const tell: TellFound = (code, message, ordinal, pointer) =>
    void found.push({ code, message, ordinal, ...(pointer === undefined ? {} : { pointer }) });
  const place = (row: number): string => `at sequence ${index.columns.sequence[row]}`;
  const isWhole =
    (await checkReplays(log, run, tell)) &&
    (await checkTrust(log, run, tell)) &&
    (await checkMedia(log, run, tell, media)) &&
    (await checkMarkedSecrets(log, run, { place }, tell));
  if (!isWhole) return false;
  index.problems.foundAnew('whole', () => {
    for (const { code, message, ordinal, pointer } of found)
      if (ordinal === null)
        index.problems.add({ code, message, ordinal, ...(pointer === undefined ? {} : { pointer }) });
      else index.problemOf(code, message, ordinal, pointer);
  });
  return true;
}
