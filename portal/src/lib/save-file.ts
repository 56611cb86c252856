/** How long the browser may take to read a file that it was told to save. */
const READING_TIME = 60_000;

/** Saves a file to the device under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READING_TIME);
}
