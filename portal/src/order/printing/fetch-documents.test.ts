import fc from 'fast-check';
import { expect, test } from 'vitest';
import { summaryOf } from '@portage/contract/orders/orders';
import { exampleOrder } from '@portage/contract/testing/example-order';
import { ApiError } from '../../lib/api-error.ts';
import { noAnswer } from '../../lib/request.ts';
import { type Decision, fetchDocuments, failureOf, type PrintCalls } from './fetch-documents.ts';

const orders = ['a', 'b', 'c', 'd', 'e'].map((id) => summaryOf(exampleOrder({ id })));
const namesOf = (some: readonly { id: string }[]) => some.map(({ id }) => id).join('');
const rejection = new Error('The label cannot be printed');

/** A server that cannot make the documents of some orders; its file says whose it holds. */
function serverWithout(failing: string, mostInCall: number) {
  const asked: string[] = [];
  const calls: PrintCalls = {
    mostInCall,
    fetch(some, onFailure) {
      asked.push(namesOf(some));
      const failed = some.filter(({ id }) => failing.includes(id));
      const reported = onFailure === 'stop' ? failed.slice(0, 1) : failed;
      const failures = reported.map((order) => failureOf(rejection, order));
      const made =
        onFailure === 'stop' && failures[0] ? [] : some.filter((one) => !failed.includes(one));
      const file = made.length > 0 ? new Blob([namesOf(made)]) : undefined;
      return Promise.resolve({ file, failures });
    },
  };
  return { calls, asked };
}

/** Fetches, and records the progress. */
async function fetching(calls: PrintCalls, ...decisions: Decision[]) {
  const told: { name: string | undefined; offers: readonly Decision[] }[] = [];
  const progress: number[] = [];
  const heard: { id: string }[] = [];
  const { files, made, skipped, left } = await fetchDocuments(orders, calls, {
    onProgress: ({ done }) => progress.push(done),
    onSkip: (orders) => heard.push(...orders),
    onFailure({ order }, offers) {
      told.push({ name: order?.id, offers });
      return Promise.resolve(decisions.shift() ?? 'stop');
    },
  });
  const texts = await Promise.all(files.map((file) => file.text()));
  expect(namesOf(heard), 'of each that is skipped was told').toBe(namesOf(skipped));
  const came = { made: namesOf(made), skipped: namesOf(skipped), left: namesOf(left) };
  return { texts, ...came, told, progress };
}

test('documents are in the sequence of their orders, and each call is counted', async () => {
  const { calls, asked } = serverWithout('', 2);
  const { texts, progress, told } = await fetching(calls);
  expect(texts).toEqual(['ab', 'cd', 'e']);
  expect(asked).toEqual(['ab', 'cd', 'e']);
  expect(progress).toEqual([2, 4, 5]);
  expect(told).toEqual([]);
});

test('printing pauses at the first failure, names the order, and ends when stopped', async () => {
  const { calls, asked } = serverWithout('bd', 1);
  const { texts, made, left, told } = await fetching(calls, 'stop');
  expect(asked).toEqual(['a', 'b']);
  expect(texts, 'what was made is not lost').toEqual(['a']);
  expect({ made, left }).toEqual({ made: 'a', left: 'bcde' });
  expect(told).toEqual([{ name: 'b', offers: ['skip', 'skipAll', 'stop'] }]);
});

test('documents made before a stop are kept', async () => {
  const { calls } = serverWithout('b', 1);
  const givenUp: PrintCalls = {
    mostInCall: 1,
    fetch: (some, onFailure) =>
      namesOf(some) === 'd' ? Promise.resolve(undefined) : calls.fetch(some, onFailure),
  };
  const { texts, made, skipped, left, progress } = await fetching(givenUp, 'skip');
  expect(texts).toEqual(['a', 'c']);
  expect({ made, skipped, left }).toEqual({ made: 'ac', skipped: 'b', left: 'de' });
  expect(progress).toEqual([1, 2, 3]);
});

test('a skipped order is left out, and fetched documents are not fetched again', async () => {
  const { calls, asked } = serverWithout('be', 1);
  const { texts, skipped, left, told } = await fetching(calls, 'skip', 'stop');
  expect(texts).toEqual(['a', 'c', 'd']);
  expect({ skipped, left }).toEqual({ skipped: 'b', left: 'e' });
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(told.at(-1), 'nothing else is to come').toEqual({ name: 'e', offers: ['stop'] });
});

test('a batch is requested again without the skipped order', async () => {
  const { calls, asked } = serverWithout('b', 500);
  const { texts } = await fetching(calls, 'skip');
  expect(texts).toEqual(['acde']);
  expect(asked).toEqual(['abcde', 'acde']);
});

test('a failure that leaves nothing to print offers no choice', async () => {
  const { calls } = serverWithout('abcde', 1);
  const { told, texts, left } = await fetching(calls, 'skip', 'skip', 'skip', 'skip');
  expect(told.at(-1)).toEqual({ name: 'e', offers: [] });
  expect({ texts, left }).toEqual({ texts: [], left: 'e' });
});

test('a call without an answer can be repeated, and never skips an order', async () => {
  const { calls, asked } = serverWithout('b', 1);
  let isDown = true;
  const flaky: PrintCalls = {
    mostInCall: 1,
    fetch(some, onFailure) {
      if (namesOf(some) !== 'c' || !isDown) return calls.fetch(some, onFailure);
      isDown = false;
      return Promise.resolve({ failures: [failureOf(noAnswer('unreachable'), some[0])] });
    },
  };
  const { texts, skipped, told } = await fetching(flaky, 'skipAll', 'tryAgain');
  expect(told).toEqual([
    { name: 'b', offers: ['skip', 'skipAll', 'stop'] },
    { name: 'c', offers: ['tryAgain', 'stop'] },
  ]);
  expect(texts).toEqual(['a', 'c', 'd', 'e']);
  expect(skipped).toBe('b');
  expect(asked).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a failed session renewal is no reason to skip an order', async () => {
  const cause = new ApiError({ ...noAnswer('unreachable').problem, status: 401 });
  for (const mostInCall of [1, 500]) {
    const calls: PrintCalls = {
      mostInCall,
      fetch: (some) =>
        Promise.resolve({ failures: [failureOf(cause, mostInCall === 1 ? some[0] : undefined)] }),
    };
    const { told } = await fetching(calls);
    expect(told.map(({ offers }) => offers)).toEqual([['tryAgain', 'stop']]);
  }
});

test('a batch refused as a whole is not blamed on one order', async () => {
  const calls: PrintCalls = {
    mostInCall: 500,
    fetch: () => Promise.resolve({ failures: [failureOf(rejection)] }),
  };
  const { told, left } = await fetching(calls);
  expect(told).toEqual([{ name: undefined, offers: [] }]);
  expect(left).toBe('abcde');
});

test('documents of earlier batches are kept when a later batch is refused', async () => {
  const { calls } = serverWithout('', 2);
  const refusing: PrintCalls = {
    mostInCall: 2,
    fetch: (some, onFailure) =>
      namesOf(some) === 'cd'
        ? Promise.resolve({ failures: [failureOf(rejection)] })
        : calls.fetch(some, onFailure),
  };
  const { told, texts } = await fetching(refusing);
  expect(told).toEqual([{ name: undefined, offers: ['stop'] }]);
  expect(texts).toEqual(['ab']);
});

test('each order is printed once, skipped or left, for any failures and sizes of calls', () =>
  fc.assert(
    fc.asyncProperty(
      fc.subarray(['a', 'b', 'c', 'd', 'e']),
      fc.integer({ min: 1, max: 6 }),
      fc.array(fc.constantFrom<Decision>('skip', 'skipAll', 'tryAgain'), { maxLength: 6 }),
      async (failing, mostInCall, decisions) => {
        const { calls } = serverWithout(failing.join(''), mostInCall);
        const { texts, made, skipped, left, told, progress } = await fetching(calls, ...decisions);
        const isStopped = told.length > decisions.length;
        expect(isStopped || left === '').toBe(true);
        expect(texts.join('')).toBe(made);
        expect([...(made + skipped + left)].toSorted().join('')).toBe('abcde');
        expect(made).toBe([...made].toSorted().join(''));
        for (const id of made) expect(failing).not.toContain(id);
        for (const id of skipped) expect(failing).toContain(id);
        expect(progress.at(-1) ?? 0).toBe(5 - left.length);
      },
    ),
  ));
