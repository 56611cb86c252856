import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CodePage, codePageOf, csvLine, csvRows, repairedAccents } from './csv.ts';

test.each([
  ['plain', 'plain'],
  ['with, comma', '"with, comma"'],
  ['with; semicolon', '"with; semicolon"'],
  ['a;=1+1', '"a;\'=1+1"'],
  ['a\n=1+1', '"a\n\'=1+1"'],
  ['with "quotes"', '"with ""quotes"""'],
  ['two\nlines', '"two\nlines"'],
  [true, 'yes'],
  [false, 'no'],
  [undefined, ''],
  [-73.5, '-73.5'],
])('%j is written as %s', (value, cell) => {
  expect(csvLine([value])).toBe(`${cell}\r\n`);
});

test.each([
  '=1+1',
  '+SUM(A1)',
  '-1+1',
  '@import',
  '\tx',
  '\rx',
  '＝1+1',
  '＠import',
  '+1 416 555 0142',
  '--5',
])('the text %j cannot become a formula', (text) => {
  expect(csvLine([text])).toMatch(/^"?'/);
});

test.each(['+14165550142', '-12', '+3', '-3.5', '-3,5'])(
  'the phone number or number %s stays as it is',
  (text) => {
    expect(csvLine([text])).toMatch(new RegExp(`^"?\\${text}"?\r\n$`));
  },
);

/** Reads the line back as RFC 4180 says. */
function readLine(line: string): string[] {
  const cells = line.slice(0, -2).matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g);
  return Array.from(cells, ([, inQuotes, bare]) => inQuotes?.replaceAll('""', '"') ?? bare ?? '');
}

test('written texts are read back unchanged, for any text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', 'é', ' ') });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (texts) => {
      const cells = texts.map((one) => `x${one}`);
      expect(readLine(csvLine(cells))).toEqual(cells);
    }),
  );
});

test.each([';', '\t'])('a reader that splits lines at %j finds no formula', (separator) => {
  const text = fc.string({
    unit: fc.constantFrom('a', ';', '\t', ',', '"', '=', '+', '-', '@', '＝', '\n', '\r', ' '),
  });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (texts) => {
      // The strictest reader knows no quotes at all: each separator and line break begins a cell.
      const cells = csvLine(texts).split(new RegExp(`[${separator}\r\n]`));
      for (const cell of cells) expect(cell.replace(/^[\s"]+/, '')).not.toMatch(/^[=＝@]/);
    }),
    { numRuns: 1000 },
  );
});

// Took hours when each line break was searched to the end.
test('a million line breaks are written in linear time', () => {
  expect(csvLine(['\n'.repeat(1_000_000)])).toHaveLength(1_000_005);
});

test.each([',', ';', '\t', '|'])(
  'rows of any cells are read back, with %j between',
  (delimiter) => {
    const cell = fc.string({
      unit: fc.constantFrom('a', ',', ';', '\t', '|', '"', '\n', '\r', ' '),
    });
    const table = fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 });
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r', '\r\n', ' \r\n'), (rows, newline) => {
        const quoted = (one: string) => `"${one.replaceAll('"', '""')}"`;
        const lines = rows.map((cells) => cells.map(quoted).join(delimiter));
        expect(csvRows(lines.join(newline), delimiter)).toMatchObject({ rows, isUnclosed: false });
      }),
    );
  },
);

test.each([
  ['a,5" pipe\n', [['a', '5" pipe'], ['']], false],
  ['"a"b",c', [['a"b', 'c']], false],
  ['a\n"b,c\n', [['a'], ['b,c\n']], true],
])('a stray quotation mark of %j is text', (text, rows, isUnclosed) => {
  expect(csvRows(text, ',')).toMatchObject({ rows, isUnclosed });
});

const TEXTS = [
  'Zoé Côté, 12 rue Saint-André, Montréal',
  'Hélène L’Écuyer',
  'Noël Bédard, cœur',
  'ÉLODIE À QUÉBEC',
  'Gaétan, « Chez Léa »',
  'Señor Muñoz, José',
  '“Dock” – côté ouest…',
];

const bytesIn = (page: CodePage, text: string) => {
  const characters = [
    ...new TextDecoder(page).decode(Uint8Array.from({ length: 256 }, (_, b) => b)),
  ];
  return Uint8Array.from(text, (character) => characters.indexOf(character));
};

describe.each(['windows-1252', 'macintosh'] as const)('in %s', (page) => {
  test.each(TEXTS)('%s is recognized', (text) => {
    expect(codePageOf(bytesIn(page, text))).toBe(page);
  });

  test.each(TEXTS)('UTF-8 that was read as it is repaired: %s', (text) => {
    const garbled = new TextDecoder(page).decode(new TextEncoder().encode(text));
    expect(garbled).not.toBe(text);
    expect(repairedAccents(garbled)).toBe(text);
  });

  test('a byte-order mark that was read as it is removed', () => {
    const garbled = new TextDecoder(page).decode(new TextEncoder().encode('\uFEFFName'));
    expect(repairedAccents(garbled)).toBe('Name');
  });
});

test.each(['“Dock” – 5 °C…', 'Côte™', 'plain', '25 ½ rue'])(
  'Windows’ code page is taken for %s',
  (text) => {
    expect(codePageOf(bytesIn('windows-1252', text))).toBe('windows-1252');
  },
);

test('texts of either language stay as they are', () => {
  const words = [
    ...TEXTS,
    'Âge',
    'PÂTÉ',
    'SÃO PAULO',
    'Åsa',
    'naïf',
    'Ôter',
    'pâté √2 ≈ 1,4',
    '¬',
    'â',
    'Zoë 😀 Ã',
  ];
  const sentences = fc.array(fc.constantFrom(...words), { maxLength: 4 });
  fc.assert(
    fc.property(sentences, (those) => {
      const text = those.join(' ');
      expect(repairedAccents(text)).toBe(text);
    }),
  );
});
