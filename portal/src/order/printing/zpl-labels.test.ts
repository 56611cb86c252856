import { expect, test } from 'vitest';
import { zplLabels } from './print-state.ts';

test('a file is split into its labels, with any text between them', () => {
  const labels = ['^XA^CI28\n^FDone^FS\n^XZ', '^XA^FDtwo^FS^XZ'];
  expect(zplLabels(`\n${labels.join('\r\n\n')}\n`)).toEqual(labels);
});

test('a file without a complete label has none', () => {
  expect(zplLabels('')).toEqual([]);
  expect(zplLabels('^XA^FDcut off')).toEqual([]);
});
