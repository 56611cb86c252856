import { foldForSearch } from '@portage/contract/fold-for-search';

/**
 * Text as places compare it: as it is searched, but without punctuation, and `saint`, `sainte` in
 * their short forms, so that « St-Jérôme » and "Saint Jerome" are the same.
 */
export function foldText(text: string): string {
  return foldForSearch(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/\bsaint(e?)\b/g, 'st$1');
}
