/** Offers a file that our own shell serves as a download; the browser fetches it, nothing of it is held here. */
export function downloadFile(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
