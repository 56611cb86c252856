import { PROVINCE_BY_NAME } from './data/provinces.ts';
import { foldText } from './fold-text.ts';

const PROVINCE_CODES: ReadonlySet<string> = new Set(Object.values(PROVINCE_BY_NAME));
const LONGEST_NAME = 4;

/** A line that ends in a province: the words before it, and its two letters. */
export interface ProvinceAtEnd {
  readonly before: readonly string[];
  readonly province: string;
}

/** Reads the province, by its two letters or its name, at the end of a line's words. */
export function provinceAtEnd(words: readonly string[]): ProvinceAtEnd | undefined {
  const last = words.at(-1)?.toUpperCase();
  if (last !== undefined && PROVINCE_CODES.has(last)) {
    return { before: words.slice(0, -1), province: last };
  }
  for (let count = Math.min(LONGEST_NAME, words.length); count > 0; count -= 1) {
    const province = PROVINCE_BY_NAME[foldText(words.slice(-count).join(' '))];
    if (province) return { before: words.slice(0, -count), province };
  }
  return undefined;
}
