/** A text as it is compared in searches: without case and accents. */
export function searchText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

/** The words of what was typed, as they are compared. */
export function searchWords(typed: string): string[] {
  return searchText(typed).split(/\s+/).filter(Boolean);
}
