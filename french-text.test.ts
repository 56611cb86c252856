import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = import.meta.dirname;

/** A French text of a catalogue in code: `fr: '…'`, in quotes or backticks. */
const FRENCH = /\bfr:\s*(['`])((?:\\.|(?!\1).)*)\1/gs;

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const textsInCode = globSync('{contract,server,portal}/src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !file.includes('.test.'))
  .flatMap((file) =>
    Array.from(read(file).matchAll(FRENCH), ([, , text = '']) => [file, text] as const),
  );

/** « d’Ottawa », but « de Montréal ». */
const UNELIDED =
  /.*\b(?:de|que) \{+(?:city|company|file|header|location|merchant|merchantName|name|shop|username)\}.*/gi;

test('French text in code breaks neither before a colon nor within quotation marks', () => {
  expect(textsInCode.length).toBeGreaterThan(500);
  expect(textsInCode.filter(([, text]) => / [:»]|« /.test(text))).toEqual([]);
});

test('French text has no “de” before a name, which may begin with a vowel', () => {
  const files = globSync('portal/src/i18n/fr/*.json', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(20);
  const texts = [...textsInCode, ...files.map((file) => [file, read(file)] as const)];
  expect(
    texts.flatMap(([file, text]) => text.match(UNELIDED)?.map((one) => `${file}: ${one}`) ?? []),
  ).toEqual([]);
});
