import { expect, test } from 'vitest';
import { unmetPasswordRules } from './password-rule.ts';

test.each([
  ['Portage-Demo-1', []],
  ['', ['length', 'noWhitespace', 'digit', 'uppercase', 'lowercase', 'special']],
  ['Ab1-x', ['length']],
  ['Abc def-1', ['noWhitespace']],
  ['Abcdef-', ['digit']],
  ['abcdef-1', ['uppercase']],
  ['ABCDEF-1', ['lowercase']],
  ['Abcdefg1', ['special']],
  [`Ab1-${'x'.repeat(95)}`, []],
  [`Ab1-${'x'.repeat(96)}`, ['length']],
])('%j leaves %j unmet', (password, unmet) => {
  expect(unmetPasswordRules(password)).toEqual(unmet);
});

test.each('^$*.[]{}()?"!@#%&/\\,><\':;|_~`=+-'.split(''))(
  '%s counts as a special character',
  (special) => {
    expect(unmetPasswordRules(`Abcdef1${special}`)).toEqual([]);
  },
);
