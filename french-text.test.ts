import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = import.meta.dirname;

/** A French text of a catalogue in code: `fr: '…'`, in quotes or backticks. */
const FRENCH = /\bfr:\s*(['`])((?:\\.|(?!\1).)*)\1/gs;

test('French text in code breaks neither before a colon nor within quotation marks', () => {
  const files = globSync('{contract,server,portal}/src/**/*.{ts,tsx}', { cwd: ROOT });
  const texts = files
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) =>
      Array.from(
        readFileSync(path.join(ROOT, file), 'utf8').matchAll(FRENCH),
        ([, , text = '']) => [file, text] as const,
      ),
    );
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter(([, text]) => / [:»]|« /.test(text))).toEqual([]);
});
