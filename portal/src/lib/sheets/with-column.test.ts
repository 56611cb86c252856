import { expect, test } from 'vitest';
import { withColumn } from './with-column.ts';

test('first and last name share a column; any other header gives its column up', () => {
  const headers = ['Nom', 'Prénom', 'Client'];
  const columns = ['recipient_name', undefined, undefined] as const;
  const both = withColumn({ headers, columns }, 1, 'recipient_name');
  expect(both).toEqual(['recipient_name', 'recipient_name', undefined]);
  const whole = withColumn({ headers, columns: both }, 2, 'recipient_name');
  expect(whole).toEqual([undefined, undefined, 'recipient_name']);
});
