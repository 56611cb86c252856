import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrderChange } from '@portage/contract/orders/order-changes';
import { followOrderChanges } from './follow-order-changes.ts';

/** What the server tells, and whether it can be heard. */
let server: { onEvent: (event: object) => void; onLive: (isLive: boolean) => void };

vi.mock('../lib/follow-events.ts', () => ({
  followEvents: (_endpoint: object, follower: typeof server) => {
    server = follower;
    return () => undefined;
  },
}));

const page = { hidden: false };
let read: string[];
let failures: number;
let unfollow: () => void;

const tell = (...ids: string[]) => {
  const changes = ids.map((id): OrderChange => ({
    id,
    createdAt: 1,
    version: 1,
    isDeleted: false,
  }));
  server.onEvent({ event: 'changed', data: { changes } });
};
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** Notes a reading, which takes a second. */
async function note(what: string): Promise<void> {
  read.push(what);
  await new Promise((resolve) => {
    setTimeout(resolve, 1_000);
  });
  if (failures-- > 0) throw new Error('The server could not be reached');
}

beforeEach(async () => {
  read = [];
  failures = 0;
  page.hidden = false;
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  unfollow = followOrderChanges({
    readChanges: (changes) => note(changes.map(({ id }) => id).join(' ')),
    lookAgain: () => note('look'),
  });
  await vi.dynamicImportSettled();
  server.onLive(true);
});

afterEach(() => {
  unfollow();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('changes that come together are read together, and later ones after them', async () => {
  tell('a');
  tell('b', 'c');
  await pass(1_000);
  tell('d');
  tell('e');
  await pass(5_000);
  expect(read).toEqual(['a b c', 'd e']);
});

test('who missed changes looks at the list', async () => {
  tell('a');
  server.onEvent({ event: 'missed', data: {} });
  await pass(5_000);
  expect(read).toEqual(['look']);
});

test('what could not be read is made up for when the next event comes', async () => {
  failures = 1;
  tell('a');
  await pass(5_000);
  server.onEvent({ event: 'heartbeat', data: {} });
  await pass(5_000);
  expect(read).toEqual(['a', 'look']);
});

test('while nothing can be heard the list is looked at every 30 seconds, if anybody sees it', async () => {
  await pass(90_000);
  expect(read).toEqual([]);
  server.onLive(false);
  await pass(61_000);
  expect(read).toEqual(['look', 'look']);
  page.hidden = true;
  await pass(60_000);
  expect(read).toHaveLength(2);
});

test('after a long silence the list is looked at, since the server tells of the last seconds only', async () => {
  server.onLive(false);
  await pass(40_000);
  read = [];
  server.onLive(true);
  await pass(1_000);
  expect(read).toEqual(['look']);
});

test('who has left reads nothing more', async () => {
  tell('a');
  unfollow();
  server.onLive(false);
  await pass(90_000);
  expect(read).toEqual([]);
});
