import { expect, test } from 'vitest';
import { readResetCode } from './OtherModes.tsx';

test.each([
  ['as it was sent', '012345', '012345'],
  ['in two groups', '123 456', '123456'],
  ['with the words around it', 'Your reset code is 123456.', '123456'],
  ['not yet complete', '12', '12'],
  ['followed by more', '1234567', '123456'],
  ['not there', 'no code', ''],
])('a reset code is read %s', (_, typed, code) => {
  expect(readResetCode(typed)).toBe(code);
});
