/**
 * Offers content as a download. Nothing leaves the machine: the address is a blob of this window, of a type that no
 * browser shows in place, since such an address has our origin.
 */
export function downloadBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
