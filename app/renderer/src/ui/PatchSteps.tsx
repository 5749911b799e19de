import type { PatchOperation } from '@openwop-inspector/acceptor-core';
import { VisibleText } from '@openwop-inspector/renderers';
import { layout } from '@openwop-inspector/ui';
import { operationInText } from '../model/outcome-text.ts';

/** The steps of a repair (RFC 6902), one a line. */
export function PatchSteps({ patch }: { readonly patch: readonly PatchOperation[] }) {
  return (
    <ul className={layout.patch}>
      {patch.map((operation) => (
        <li key={operationInText(operation)} data-op={operation.op}>
          <VisibleText text={operationInText(operation)} />
        </li>
      ))}
    </ul>
  );
}
