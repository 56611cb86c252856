const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LETTER = /\p{L}/u;
const NUMBER = /\p{N}/u;

/** Which way the letters of a word run. */
type Direction = 'right' | 'left';

/** A word and which way it runs. */
interface Directed {
  readonly word: string;
  readonly direction: Direction;
}

/** Undefined for numbers and signs, which have no way of their own. */
function lettersOf(word: string): Direction | undefined {
  if (RIGHT_TO_LEFT.test(word)) return 'left';
  return LETTER.test(word) ? 'right' : undefined;
}

/**
 * Which way each word of a line runs. A number goes with the letters before it, a sign with the words
 * on both its sides, otherwise with the line (the Unicode Bidirectional Algorithm, rules W7, N1 and N2).
 */
function directed(words: readonly string[], line: Direction): Directed[] {
  const letters = words.map(lettersOf);
  const upTo = (index: number) => letters.slice(0, index + 1).findLast(Boolean) ?? line;
  const known = words.map((word, index) => (NUMBER.test(word) ? upTo(index) : letters[index]));
  return words.map((word, index) => {
    const before = upTo(index);
    const after = known.slice(index + 1).find(Boolean) ?? line;
    return { word, direction: known[index] ?? (before === after ? before : line) };
  });
}

/** Turns round each run of neighbouring words that runs against the line. */
function turnRuns(words: readonly Directed[], against: Direction): string[] {
  const ordered: string[] = [];
  let run: string[] = [];
  for (const { word, direction } of words) {
    if (direction === against) {
      run.unshift(word);
    } else {
      ordered.push(...run, word);
      run = [];
    }
  }
  return [...ordered, ...run];
}

/**
 * The words of a line in the order in which they stand from left to right. A line whose first letter
 * is Hebrew or Arabic runs from right to left; Latin words in it, with their numbers, read as always.
 * Within a word the shaper of the font sees to the order of letters.
 */
export function inVisualOrder(line: string): string[] {
  const words = line.split(' ');
  if (!RIGHT_TO_LEFT.test(line)) return words;
  const runsLeft = words.map(lettersOf).find(Boolean) === 'left';
  return runsLeft
    ? turnRuns(directed(words, 'left').toReversed(), 'right')
    : turnRuns(directed(words, 'right'), 'left');
}
