import type { PatchOperation } from '@openwop-inspector/acceptor-core';
import { VisibleText } from '@openwop-inspector/renderers';
import { layout } from '@openwop-inspector/ui';
import { operationInWords } from '../model/outcome-words.ts';

/** The steps of a repair (RFC 6902), one a line. */
export function PatchSteps({ patch }: { readonly patch: readonly PatchOperation[] }) {
  return (
    <ul className={layout.patch}>
      {patch.map((operation) => (
        <li key={operationInWords(operation)} data-op={operation.op}>
          <VisibleText text={operationInWords(operation)} />
        </li>
      ))}
    </ul>
  );
}
