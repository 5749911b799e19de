import { acceptorRunners, type VectorRunners } from '@openwop-inspector/acceptor-core';
import { createKillableSchemaCompiler } from '@openwop-inspector/acceptor-core/node';
import { runErrorBody } from './error-body-runner.ts';
import { runReader } from './reader-runner.ts';
import { streamRunners } from './stream-runners.ts';
import { runVerdict } from './verdict-runner.ts';
import { viewerRunners } from './viewer-runners.ts';

/** Who answers which form. A form that is not here is reported as not answered. */
export function vectorRunners(): VectorRunners {
  const compile = createKillableSchemaCompiler();
  const nowMs = (): number => performance.now();
  return {
    ...acceptorRunners({ acceptor: { compile }, nowMs }),
    ...viewerRunners,
    ...streamRunners,
    reader: runReader,
    errorBody: runErrorBody,
    verdict: runVerdict,
  };
}
