/** Lets the person choose files by an input element; empty when none was chosen. */
export function filesFromInput(
  isFolder: boolean,
  label = isFolder ? 'Folder to open' : 'Files to open',
): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
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
