/** The report of an audit as a file, saved like every text. What looks like a credential is masked in all of them. */
import {
  type AuditReport,
  againstBaseline,
  auditDocument,
  baselineText,
  junitReport,
  markdownReport,
  sarifReport,
} from '@openwop-inspector/audit';
import { type MaskedText, masker, unreachable } from '@openwop-inspector/base';
import { announce } from '@openwop-inspector/ui';
import { type AuditResult, auditFilesOf, auditOf } from './audit-store.ts';
import { useInfoStore } from './info-store.ts';
import { noteFailures } from './notices-store.ts';
import { saveBytes, saveText } from './save-actions.ts';

export type AuditForm = 'markdown' | 'sarif' | 'junit' | 'json' | 'baseline';

/** Saves the audit in one form. Must be called while a click or key is fresh. */
export async function saveAudit(sessionId: string, form: AuditForm): Promise<void> {
  const audit = auditOf(sessionId);
  if (audit?.kind !== 'done') return;
  const text = auditText(form, audit.result, auditFilesOf(sessionId).baseline?.baseline ?? null);
  if (form === 'junit') return saveXml(text);
  return saveText({
    suggestedName: NAMES[form],
    text,
    kind: form === 'markdown' ? 'markdown' : 'json',
  });
}

const NAMES = {
  markdown: 'audit.md',
  sarif: 'audit.sarif.json',
  json: 'audit.json',
  baseline: 'audit-baseline.json',
} as const;

/** No kind of text ends in .xml, for browsers show such files as pages; as bytes the shell gives it a safe ending. */
async function saveXml(text: MaskedText): Promise<void> {
  const answer = await saveBytes('audit-junit.xml', new Blob([text]));
  if (answer.kind === 'saved') announce(`Saved as ${answer.name}`);
  else if (answer.kind === 'problem') noteFailures([{ name: 'Save', message: answer.message }]);
}

/** One form of the report. Values are masked before they are written, so that JSON stays JSON. */
export function auditText(
  form: AuditForm,
  { audit, groups, leftOut }: Pick<AuditResult, 'audit' | 'groups' | 'leftOut'>,
  baseline: Parameters<typeof againstBaseline>[1] | null,
): MaskedText {
  const sifted = baseline === null ? { groups, baseline: null } : againstBaseline(groups, baseline);
  // A masked copy has the shape of what it is a copy of.
  const report = masker.value({ logs: [audit], ...sifted, leftOut }).value as unknown as AuditReport;
  return masker.text(written(form, report));
}

function written(form: AuditForm, report: AuditReport): string {
  switch (form) {
    case 'markdown':
      return markdownReport(report);
    case 'sarif':
      return json(sarifReport(report, useInfoStore.getState().version));
    case 'junit':
      return junitReport(report);
    case 'json':
      return json(auditDocument(report));
    case 'baseline':
      return baselineText([...report.groups, ...(report.baseline?.hidden ?? [])]);
    default:
      return unreachable(form);
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
