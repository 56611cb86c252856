import { expect, test } from 'vitest';
import { shortPhone } from './PhoneField.tsx';

test.each([
  ['(416) 555-0142 ext. 12', '416 555-0142 x12'],
  ['+1 (416) 555-0142, poste 123', '416 555-0142 x123'],
  ['1-416-555-0142 extension 12345', '+14165550142x12345'],
  ['+1 (416) 555 - 0142', '416 555-0142'],
  ['+44 20 7946 0958 #7', '+442079460958 x7'],
  ['416 555-0142 or call Ada', '416 555-0142 or call Ada'],
])('%s is written %s', (typed, short) => expect(shortPhone(typed)).toBe(short));
