/** The parts of a live connection in words, for the detail. Pure. */
import { formatBytes, unreachable } from '@openwop-inspector/base';
import type { LiveSession, TokenState } from '@openwop-inspector/shell-contract';

/** "openwop-workflow-engine 0.1.0, protocol 1.1". */
export function hostText({ hostName, discovery }: Pick<LiveSession, 'hostName' | 'discovery'>): string {
  if (discovery === null) return `${hostName}, no discovery document`;
  const { version, protocolVersion } = discovery;
  const name = version === null ? hostName : `${hostName} ${version}`;
  return protocolVersion === null
    ? `${name}, protocol version not said`
    : `${name}, protocol ${protocolVersion}`;
}

/** Storage of the token; never the token. */
export function tokenStorageText({ kept, variable }: TokenState): string {
  switch (kept) {
    case 'none':
      return 'none is kept for this host';
    case 'session':
      return '•••••••• kept by the shell until it ends, not in this window';
    case 'system-store':
      return '•••••••• kept by the system’s store, not in this window';
    case 'environment':
      return `•••••••• read from ${variable ?? 'the environment'} by the shell, not in this window`;
    default:
      return unreachable(kept);
  }
}

export const cursorText = (cursor: number | null): string =>
  cursor === null ? 'from the beginning' : `from sequence ${cursor}`;

export const confirmedText = (confirmedTo: number | null): string =>
  confirmedTo === null ? 'JSON log not read yet' : `JSON log confirmed to ${confirmedTo}`;

/** Size of the capture, and whether a copy of it was saved. */
export function captureText(
  sizeBytes: number,
  saved: { readonly name: string; readonly sizeBytes: number } | null,
): string {
  const size = `${formatBytes(sizeBytes)} of NDJSON`;
  if (saved === null) return `${size}, not saved yet.`;
  if (saved.sizeBytes >= sizeBytes) return `${size}, saved as ${saved.name}.`;
  return `${size}, the first ${formatBytes(saved.sizeBytes)} saved as ${saved.name}.`;
}
