import type { Request } from '@openwop-inspector/main/contract';

const mediaTypes = { json: 'application/json', markdown: 'text/markdown' };

/** Offers a text as a download. Nothing leaves the machine: the address is a blob of this window. */
export function downloadText({ suggestedName, text, kind }: Request<'files/save-text'>): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaTypes[kind] }));
  const link = document.createElement('a');
  link.href = url;
  link.download = suggestedName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
