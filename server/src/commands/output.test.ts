import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable } from './output.ts';

test.each([
  ['an escape sequence', '\u001b[2J\u001b]0;gone\u0007', '\\u001b[2J\\u001b]0;gone\\u0007'],
  ['a C1 control', '\u009b31m', '\\u009b31m'],
  ['a line break', 'jane\r\n2026-01-01', 'jane\\u000d\\u000a2026-01-01'],
  ['a change of the direction of writing', 'a\u202eb\u2066', 'a\\u202eb\\u2066'],
  ['a letter without width', 'ad\u200bmin', 'ad\\u200bmin'],
  ['half a letter', 'a\ud800', 'a\\ud800'],
  ['a tag', '\u{e0041}', '\\udb40\\udc41'],
])('%s is shown by its number', (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('letters of all languages are shown as they are', () => {
  const text = 'Zoé «Ünïcode» 北京 Ω 🚚';
  expect(printable(text)).toBe(text);
});

test('JSON stays the JSON it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = printable(JSON.stringify({ text }));
      expect(line).not.toMatch(/\p{C}/u);
      expect(JSON.parse(line)).toEqual({ text });
    }),
  );
});
