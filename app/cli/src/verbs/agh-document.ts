/** What `agh --json` prints. Pure. */
import type { AghResult } from '@openwop-inspector/acceptor-core';

/** A result with the line its message begins at. */
export interface JudgedMessage {
  readonly line: number;
  readonly result: AghResult;
}

/** Plain data, without the content of messages. `reason_code` is missing when nothing was objected to. */
export function aghDocument(judged: readonly JudgedMessage[]): { readonly results: readonly object[] } {
  return { results: judged.map(entryOf) };
}

function entryOf({ line, result }: JudgedMessage): object {
  const { id, status, reason_code, step, warnings, lifecycle, badge, trust, dialect, generated, trace } =
    result;
  return {
    id,
    status,
    ...(reason_code === null ? {} : { reason_code }),
    step,
    warnings,
    ...(lifecycle === null ? {} : { lifecycle }),
    ...(badge === null ? {} : { badge }),
    trust,
    dialect,
    generated,
    steps: trace,
    line,
  };
}
