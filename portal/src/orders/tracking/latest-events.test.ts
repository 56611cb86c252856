import { expect, test } from 'vitest';
import { latestEvents } from './latest-events.ts';

const eventAt = (timestamp: number) => ({ event: 'CREATED', timestamp, trackingNumber: 'PTG' });
const MINUTE = 60_000;
const START = Date.parse('2025-11-20T12:00Z');

test('the five last events show, the newest first', () => {
  const timelineEvents = [0, 1, 2, 3, 4, 5, 6].map((minute) => eventAt(START + minute * MINUTE));
  const minutes = latestEvents({ timelineEvents }).map(
    (event) => (event.timestamp - START) / MINUTE,
  );
  expect(minutes).toEqual([6, 5, 4, 3, 2]);
});

test('a timestamp of 10 digits counts as seconds', () => {
  const [event] = latestEvents({ timelineEvents: [eventAt(START / 1000)] });
  expect(event?.timestamp).toBe(START);
});
