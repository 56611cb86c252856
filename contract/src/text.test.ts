import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanText, foldForSearch, requiredText, text, Email, isEmail } from './text.ts';

test('control characters are dropped, and line breaks kept', () => {
  expect(cleanText(' a\u0000b\u0007\r\nc\u2028 ')).toBe('ab\nc');
});

test('a text on one line has no line breaks', () => {
  expect(text(20).parse('12 Main St\n\tApt 4')).toBe('12 Main St Apt 4');
});

test('accents are composed, so that a name is stored in one form', () => {
  expect(cleanText('Ame\u0301lie')).toBe('Amélie');
});

test('cleaning a stored text again does not change it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const kept = cleanText(typed);
      expect(kept.isWellFormed()).toBe(true);
      expect(kept).not.toContain('\u0000');
      expect(cleanText(kept)).toBe(kept);
    }),
  );
});

test('an unaccented text is cleaned and folded by the rules of accented ones', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (plain) => {
      expect(cleanText(`${plain}e`)).toBe(cleanText(`${plain}é`).replace(/é$/, 'e'));
      expect(foldForSearch(`${plain}E`)).toBe(foldForSearch(`${plain}É`));
    }),
  );
});

test('a required text of only spaces is missing', () => {
  expect(requiredText(10).safeParse('  \u0000 ').error?.issues[0]?.message).toBe('required');
  expect(text(10).parse('   ')).toBe('');
});

test.each([
  'zoe@example.com',
  'zoé.tremblay@example.com',
  'a+b@sub.example.co',
  ' zoe@example.com ',
])('%j is an e-mail address, or not as browsers see it', (typed) => {
  expect(isEmail(typed)).toBe(!typed.includes('é'));
});

test.each(['', 'zoe', 'zoe@', '@example.com', 'zoe@example', 'a b@example.com', 'a@b@example.com'])(
  '%j is not an e-mail address',
  (typed) => {
    expect(isEmail(typed)).toBe(false);
  },
);

test('an address with a line break is refused, not corrected', () => {
  expect(isEmail('zoe@example.com\r\nBcc: everyone@example.com')).toBe(false);
});

test('spaces around an address are not part of it', () => {
  expect(Email.parse(' zoe@example.com\n')).toBe('zoe@example.com');
});

// Composing a run of marks takes time by the square of its length: these took minutes.
test.each([
  ['cleaned', cleanText, '\u0315\u0300'.repeat(500_000)],
  ['cleaned of control characters', cleanText, `${'\u0315\u0300'.repeat(15)}\u0000`.repeat(30_000)],
  ['folded', foldForSearch, '\u0315\u0300'.repeat(500_000)],
  ['folded with half-width signs', foldForSearch, '\u0300\uff9e'.repeat(500_000)],
])('a million marks on a letter are %s in linear time', (_, read, marks) => {
  expect(read(`a${marks}`).length).toBeLessThan(40);
});

test('thirty marks on a letter stay', () => {
  const marked = `a${'\u0315'.repeat(30)}`;
  expect(cleanText(`${marked} b`)).toBe(`${marked} b`);
});
