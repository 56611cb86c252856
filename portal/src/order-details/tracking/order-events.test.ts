import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE } from '@portage/contract/time';
import {
  eventKeys,
  eventName,
  latestEvents,
  orderTimeline,
  packageTimelines,
} from './OrderTracking.tsx';

const START = Date.parse('2025-11-20T12:00Z');

const eventAt = (timestamp: number, trackingNumber = 'PTG') => {
  return { event: 'CREATED', timestamp, trackingNumber };
};

/** Timestamps of whole seconds that have 10 digits as seconds, 2001 to 2286, each written either way. */
const anyTimestamp = fc
  .tuple(fc.integer({ min: 1_000_000_000, max: 9_999_999_999 }), fc.boolean())
  .map(([seconds, inSeconds]) => ({
    written: inSeconds ? seconds : seconds * 1000,
    timestamp: seconds * 1000,
  }));

describe('the last events', () => {
  test('are the five newest, the newest first', () => {
    const timelineEvents = [0, 1, 2, 3, 4, 5, 6].map((minute) => eventAt(START + minute * MINUTE));
    const minutes = latestEvents({ timelineEvents }).map(
      (event) => (event.timestamp - START) / MINUTE,
    );
    expect(minutes).toEqual([6, 5, 4, 3, 2]);
  });

  test('are in order whether timestamps are in seconds or milliseconds', () =>
    fc.assert(
      fc.property(fc.array(anyTimestamp, { maxLength: 20 }), (timestamps) => {
        const timelineEvents = timestamps.map(({ written }) => eventAt(written));
        const newest = timestamps.map(({ timestamp }) => timestamp).sort((a, b) => b - a);
        expect(latestEvents({ timelineEvents }).map(({ timestamp }) => timestamp)).toEqual(
          newest.slice(0, 5),
        );
      }),
    ));

  test('with the same timestamp are listed later one first', () => {
    const timelineEvents = ['CREATED', 'GEOCODED'].map((event) => ({ ...eventAt(START), event }));
    expect(latestEvents({ timelineEvents }).map(({ event }) => event)).toEqual([
      'GEOCODED',
      'CREATED',
    ]);
  });
});

test('the keys of events differ, and do not change when newer events arrive', () =>
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 3 }).map((minute) => eventAt(START + minute))),
      fc.array(fc.nat({ max: 3 }).map((minute) => eventAt(START + minute))),
      (newer, older) => {
        const keys = eventKeys([...newer, ...older]);
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys.slice(newer.length)).toEqual(eventKeys(older));
      },
    ),
  ));

test('timelines have every event of the order, and each package’s events separately', () => {
  const timelineEvents = [1, 2, 3, 4, 5, 6].map((minute) => eventAt(START + minute));
  expect(orderTimeline({ trackingNumber: 'PTG', timelineEvents }).events).toHaveLength(6);

  const packages = [{ trackingNumber: 'PTG-1' }, { trackingNumber: 'PTG-2' }];
  const trackingEvents = [
    eventAt(START, 'PTG-2'),
    eventAt(START / 1000 + 60, 'PTG-2'),
    eventAt(START, 'PTG-3'),
  ];
  expect(packageTimelines({ packages, trackingEvents })).toEqual([
    { trackingNumber: 'PTG-1', events: [] },
    {
      trackingNumber: 'PTG-2',
      events: [eventAt(START + MINUTE, 'PTG-2'), eventAt(START, 'PTG-2')],
    },
    { trackingNumber: 'PTG-3', events: [eventAt(START, 'PTG-3')] },
  ]);
});

test('an event is named by its status for merchants, or else by the carrier’s name', () => {
  expect(eventName({ event: 'DELIVERY_EN_ROUTE' }, 'en')).toBe('Active');
  expect(eventName({ event: 'DELIVERY_FAILED' }, 'fr')).toBe('Échouée');
  expect(eventName({ event: 'SCANNED' }, 'fr')).toBe('Scannée');
  expect(eventName({ event: 'Left with neighbour' }, 'fr')).toBe('Left with neighbour');
});
