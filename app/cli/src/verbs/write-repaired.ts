/** `accept --fix --write FILE`: the repaired envelope as a file. */
import type { Terminal } from '../terminal/terminal.ts';
import type { AcceptedEnvelope } from './accept-document.ts';
import { complain, remark } from './complain.ts';
import { exportTarget, whyNotWritten } from './export-target.ts';

/** Writes the one repaired envelope; false when there is none, or it cannot be written, which has been said. */
export async function writeRepaired(
  all: readonly AcceptedEnvelope[],
  out: string,
  force: boolean,
  terminal: Terminal,
): Promise<boolean> {
  const why = await whyNotRepaired(all, out, force, terminal);
  if (why === null) remark(terminal, `${out} holds the repaired envelope`);
  else complain(terminal, why);
  return why === null;
}

async function whyNotRepaired(
  all: readonly AcceptedEnvelope[],
  out: string,
  force: boolean,
  terminal: Terminal,
): Promise<string | null> {
  const [one] = all;
  if (one === undefined || all.length > 1) return `--write takes one envelope; here are ${all.length}`;
  const { repair = null, result } = one;
  if (repair?.kind !== 'found') return `${out} is not written: there is no repair`;
  // Written anew by a reader of JSON, such a number would be another one.
  if ((result?.lossyNumbers.length ?? 0) > 0)
    return `${out} is not written: the envelope holds numbers with more digits than JavaScript keeps`;
  const target = await exportTarget(out, force, terminal);
  if ('why' in target) return target.why;
  try {
    await target.write(new TextEncoder().encode(`${JSON.stringify(repair.plain, null, 2)}\n`));
    await target.keep();
    return null;
  } catch (error) {
    await target.drop();
    return whyNotWritten(out, error) ?? `${out} cannot be written`;
  }
}
