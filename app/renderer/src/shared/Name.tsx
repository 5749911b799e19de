import type { PatchOperation } from '@openwop-inspector/acceptor-core';
import { VisibleText } from '@openwop-inspector/renderers';
import { classNames, layout } from '@openwop-inspector/ui';
import { Fragment } from 'react';
import { operationInText } from '../features/acceptor/outcome-text.ts';

/** Longest text searched for places to break, and longest unbroken part, in UTF-16 units. */
const MAX_NAME = 300;
const MAX_PART = 24;

/** A name as on the wire, such as `cap.breached.contentTrust` or `invalid_envelope_shape`. */
export function Name({ text }: { readonly text: string }) {
  const isWhole = partsOf(text).every((part) => part.split(' ').every((word) => word.length <= MAX_PART));
  return (
    <code className={classNames(isWhole && layout.breaksWords)}>
      <Breakable text={text} />
    </code>
  );
}

/** Text that goes over into the next line after a dot, a slash or an underscore rather than in the middle of a word. */
export function Breakable({ text }: { readonly text: string }) {
  return partsOf(text).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one name have no other identity
    <Fragment key={at}>
      {at === 0 ? null : <wbr />}
      <VisibleText text={part} />
    </Fragment>
  ));
}

/** Several names with spaces between them break there. */
function partsOf(text: string): readonly string[] {
  return text.length > MAX_NAME || text.includes(' ') ? [text] : text.split(/(?<=[._/])/);
}

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
