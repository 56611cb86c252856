import { expect, test } from 'vitest';
import { firstNameOf } from './first-name.ts';

test.each([
  ['Zoé Tremblay', 'Zoé'],
  ['  Jean-Pierre   O’Neil ', 'Jean-Pierre'],
  ['Zoé', 'Zoé'],
  ['zoé tremblay', 'zoé'],
  ['Tremblay, Zoé', 'Zoé'],
  ['Tremblay, Mme Zoé', 'Zoé'],
  ['Dr. Amelia Okafor', 'Amelia'],
  ['M. Luc Roy', 'Luc'],
  ['שלמה כהן', 'שלמה'],
])('the first name of %s is %s', (name, first) => {
  expect(firstNameOf(name)).toBe(first);
});

test.each([
  ['Mme Roy', 'may be a family’s name'],
  ['Roy,', 'is a family’s name'],
  ['王小明', 'is a whole name'],
  ['김민준', 'is a whole name'],
  ['zoe@example.com', 'is an e-mail address'],
  ['+1 416 555 0142', 'is a phone number'],
  ['<script>alert(1)</script>', 'is no name'],
  ['A'.repeat(31), 'is too long for one'],
  ['', 'is nothing'],
])('%s is not shown: it %s', (name) => {
  expect(firstNameOf(name)).toBeUndefined();
});
