/** Milliseconds until the object URL is released. */
const READING_TIME = 60_000;

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READING_TIME);
}
