/** The other forms of an audit: files for code scanning, for CI, for people, and the next baseline. */
import {
  type AuditReport,
  baselineText,
  type FindingGroup,
  junitReport,
  markdownReport,
  sarifReport,
} from '@openwop-inspector/audit';
import { version } from '../../../../package.json';
import type { Terminal } from '../terminal/terminal.ts';
import { complain, remark } from './complain.ts';
import { exportTarget, whyNotWritten } from './export-target.ts';

/** Files to write; null for none. */
export interface AuditFiles {
  readonly sarif: string | null;
  readonly junit: string | null;
  readonly markdown: string | null;
  readonly writeBaseline: string | null;
  /** Writes over files that are there. */
  readonly force: boolean;
}

/** Writes what was asked for, each as a whole; false when one could not be written, which has been said. */
export async function writeAuditFiles(
  report: AuditReport,
  found: readonly FindingGroup[],
  { sarif, junit, markdown, writeBaseline, force }: AuditFiles,
  terminal: Terminal,
): Promise<boolean> {
  const asked: readonly (readonly [file: string | null, text: () => string, what: string])[] = [
    [sarif, () => `${JSON.stringify(sarifReport(report, version), null, 2)}\n`, 'the audit as SARIF'],
    [junit, () => junitReport(report), 'the audit as JUnit XML'],
    [markdown, () => markdownReport(report), 'the audit as Markdown'],
    [writeBaseline, () => baselineText(found), `a baseline of ${found.length} kinds of findings`],
  ];
  let isWritten = true;
  for (const [file, text, what] of asked) {
    if (file === null) continue;
    const why = await whyNot(file, text(), force, terminal);
    if (why === null) remark(terminal, `${file} holds ${what}`);
    else complain(terminal, why);
    isWritten &&= why === null;
  }
  return isWritten;
}

async function whyNot(out: string, text: string, force: boolean, terminal: Terminal): Promise<string | null> {
  const target = await exportTarget(out, force, terminal);
  if ('why' in target) return target.why;
  try {
    await target.write(new TextEncoder().encode(text));
    await target.keep();
    return null;
  } catch (error) {
    await target.drop();
    return whyNotWritten(out, error) ?? `${out} cannot be written`;
  }
}
