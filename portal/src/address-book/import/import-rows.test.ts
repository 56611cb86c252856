import { expect, test } from 'vitest';
import { importRowsOf } from './import-rows.ts';

test('first and last name of a saved recipient are joined', () => {
  const sheet = { headers: ['Nom', 'Prénom'], rows: [['Roy', 'Ana']], lines: [2] };
  const [row] = importRowsOf(sheet, ['recipient_name', 'recipient_name'], 'en');
  expect(row?.draft.recipient.name).toBe('Ana Roy');
});
