import type { Request } from '@openwop-inspector/shell-contract';
import { downloadBlob } from '@openwop-inspector/ui';

/** Offers a text as a download. */
export function downloadText({ suggestedName, text }: Request<'files/save-text'>): void {
  downloadBlob(suggestedName, new Blob([text]));
}
