/** Checks whole documents: events, bundles, snapshots, answers of hosts. Readers use it to explain, not to refuse. */
import { documentValidators } from './generated/document-validators.js';
import { findingsOf, type SchemaFinding } from './schema-findings.ts';

/** The documents with a schema of ours. `interrupt` is the published closed shape (run-events 3.3). */
export type DocumentName =
  | 'agh-envelope'
  | 'agh-later-envelope'
  | 'capabilities'
  | 'debug-bundle'
  | 'error-envelope'
  | 'export-bundle'
  | 'interrupt'
  | 'run-event'
  | 'run-snapshot';

/**
 * Where a document differs from its schema: at most ten findings, deepest place first; an empty frozen array when it
 * fits. Walks the whole document, events of a bundle included, but not their payloads.
 */
export function checkDocument(name: DocumentName, value: unknown): readonly SchemaFinding[] {
  const validator = documentValidators.get(name);
  if (validator === undefined) throw new Error(`no generated validator for ${name}`);
  return findingsOf(validator, value);
}
