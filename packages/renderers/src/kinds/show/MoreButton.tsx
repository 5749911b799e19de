import { formatCount } from '@openwop-inspector/base';
import controls from '../../parts/parts.module.css';
import type { Paged } from './use-paged.ts';

/** "Show 100 more of 9,900"; nothing when all is shown. */
export function MoreButton({ paged, noun }: { readonly paged: Paged<unknown>; readonly noun: string }) {
  if (paged.left === 0) return null;
  const words = paged.next === paged.left ? '' : ` of ${formatCount(paged.left)}`;
  return (
    <button type="button" className={controls.button} onClick={paged.showMore}>
      Show {formatCount(paged.next)} more{words} {noun}
    </button>
  );
}
