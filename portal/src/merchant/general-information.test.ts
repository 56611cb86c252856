import { expect, test } from 'vitest';
import { timeZoneName } from './GeneralInformation.tsx';

test('a time zone is named in the language of the reader, in any season', () => {
  expect(timeZoneName('America/Toronto', 'en')).toBe('Eastern Time (America/Toronto)');
  expect(timeZoneName('America/Toronto', 'fr')).toBe('Heure de l’Est (America/Toronto)');
});
