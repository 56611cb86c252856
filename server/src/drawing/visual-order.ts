const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LETTER = /\p{L}/u;

type Direction = 'right' | 'left' | 'neutral';

function directionOf(word: string): Direction {
  if (RIGHT_TO_LEFT.test(word)) return 'left';
  return LETTER.test(word) ? 'right' : 'neutral';
}

/** Turns round each run of neighbouring words that runs against the line. */
function turnRuns(words: readonly string[], direction: Direction): string[] {
  const ordered: string[] = [];
  let run: string[] = [];
  for (const word of words) {
    if (directionOf(word) === direction) {
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
 * is Hebrew or Arabic runs from right to left; house numbers and Latin words in it read as always.
 * Within a word the shaper of the font sees to the order of letters.
 */
export function inVisualOrder(line: string): string[] {
  const words = line.split(' ');
  const first = words.map(directionOf).find((direction) => direction !== 'neutral');
  return first === 'left' ? turnRuns(words.toReversed(), 'right') : turnRuns(words, 'left');
}
