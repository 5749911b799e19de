/** A file's name and text. */
export interface PickedText {
  readonly name: string;
  readonly text: string;
}

/** Largest file that is read as text, in bytes. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** Lets the person choose one file and reads it; null when none was chosen. Its text is cut at 16 MiB. */
export function pickText(label: string): Promise<PickedText | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.hidden = true;
    input.ariaLabel = label;
    const settle = () => {
      const [file] = input.files ?? [];
      input.remove();
      if (file === undefined) return resolve(null);
      void file
        .slice(0, MAX_FILE_BYTES)
        .text()
        .then((text) => resolve({ name: file.name, text }));
    };
    input.addEventListener('change', settle);
    input.addEventListener('cancel', settle);
    document.body.append(input);
    input.click();
  });
}

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
