/** A file's name and text. */
export interface PickedText {
  readonly name: string;
  readonly text: string;
}

/** Largest file that is read as text, in bytes. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** Lets the person choose one file and reads it; null when none was chosen. Its text is cut at 16 MiB. */
export async function pickText(label: string): Promise<PickedText | null> {
  const [file] = await pickFromInput(label, { isMany: false });
  return file === undefined ? null : { name: file.name, text: await file.slice(0, MAX_FILE_BYTES).text() };
}

/** Lets the user choose files, or a folder, by an input element; empty when none was chosen. */
export function pickFromInput(
  label: string,
  { isMany = true, isFolder = false } = {},
): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = isMany;
    input.webkitdirectory = isFolder;
    input.hidden = true;
    input.ariaLabel = label;
    const settle = () => {
      resolve([...(input.files ?? [])]);
      input.remove();
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
