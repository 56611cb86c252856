import { describe, expect, test } from 'vitest';
import { fetchLabels, LabelFailure } from './fetch-labels.ts';
import { summaryOf } from '@portage/contract/order-selection';
import { exampleOrder } from '../testing/example-order.ts';

const first = summaryOf(exampleOrder({ id: 'first' }));
const second = summaryOf(exampleOrder({ id: 'second' }));
const third = summaryOf(exampleOrder({ id: 'third' }));

describe('fetching labels', () => {
  test('labels come in the order of their orders, and each is counted', async () => {
    const counted: number[] = [];
    const labels = await fetchLabels(
      [first, second],
      ({ id }) => Promise.resolve(new Blob([id])),
      (fetched) => counted.push(fetched),
    );
    expect(await Promise.all(labels.map((label) => label.text()))).toEqual(['first', 'second']);
    expect(counted).toEqual([1, 2]);
  });

  test('generation stops at the first failure and names the order', async () => {
    const asked: string[] = [];
    const refusal = new Error('The label cannot be printed');
    const fetching = fetchLabels(
      [first, second, third],
      ({ id }) => {
        asked.push(id);
        return id === 'second' ? Promise.reject(refusal) : Promise.resolve(new Blob());
      },
      () => undefined,
    );
    const failure = await fetching.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LabelFailure);
    expect(failure).toMatchObject({ order: second, cause: refusal });
    expect(asked).toEqual(['first', 'second']);
  });
});
