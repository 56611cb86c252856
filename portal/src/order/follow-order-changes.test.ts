import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrderChange } from '@portage/contract/orders/order-changes';
import { followOrderChanges } from './follow-order-changes.ts';

/** Sends events, and the state of the connection. */
let server: { on: Record<string, (data: object) => void>; onLive: (isLive: boolean) => void };

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
  server.on['changed']?.({ changes });
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

test('simultaneous changes are read together, later ones afterwards', async () => {
  tell('a');
  tell('b', 'c');
  await pass(1_000);
  tell('d');
  tell('e');
  await pass(5_000);
  expect(read).toEqual(['a b c', 'd e']);
});

test('a missed change reads the list again', async () => {
  tell('a');
  server.on['missed']?.({});
  await pass(5_000);
  expect(read).toEqual(['look']);
});

test('a failed read is repeated at the next event', async () => {
  failures = 1;
  tell('a');
  await pass(5_000);
  server.on['heartbeat']?.({});
  await pass(5_000);
  expect(read).toEqual(['a', 'look']);
});

test('a visible list without a stream is read every 30 seconds', async () => {
  await pass(90_000);
  expect(read).toEqual([]);
  server.onLive(false);
  await pass(61_000);
  expect(read).toEqual(['look', 'look']);
  page.hidden = true;
  await pass(60_000);
  expect(read).toHaveLength(2);
});

test('the list is read again after a long silence', async () => {
  server.onLive(false);
  await pass(40_000);
  read = [];
  server.onLive(true);
  await pass(1_000);
  expect(read).toEqual(['look']);
});

test('a closed list reads nothing', async () => {
  tell('a');
  unfollow();
  server.onLive(false);
  await pass(90_000);
  expect(read).toEqual([]);
});
