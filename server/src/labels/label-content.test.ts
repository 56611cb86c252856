import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { DAY, MINUTE } from '@portage/contract/time';
import { labelledOrder } from '../testing/labelled-order.ts';
import { labelContents, deliveryPromise } from './label-content.ts';

const ENGLISH = { name: 'Maple & Pine', language: 'en' } as const;
const FRENCH = { name: 'Boulangerie du Coin', language: 'fr' } as const;
const TRACKING_URL = 'https://portage.example/track';

function contentsOf(
  changes: Parameters<typeof labelledOrder>[0],
  merchant: Parameters<typeof labelContents>[1] = ENGLISH,
) {
  return labelContents(labelledOrder(changes), merchant, TRACKING_URL, 'M5J TOR-1');
}

describe('the texts of a label', () => {
  it('has a label for each package, numbered and with its own tracking number', () => {
    const { trackingNumber } = labelledOrder();
    const packages = [1, 2, 3].map((ordinal) => ({
      trackingNumber: `${trackingNumber}-${ordinal}`,
      ...(ordinal === 2 && { refNumber: 'BOX-B' }),
    }));
    const contents = contentsOf({ packages, packageCount: 3, refNumber: '#1042' });
    expect(contents.map((one) => [one.ordinal, one.packageCount, one.reference])).toEqual([
      [1, 3, '#1042'],
      [2, 3, 'BOX-B'],
      [3, 3, '#1042'],
    ]);
    expect(contents.map((one) => one.trackingNumber)).toEqual(
      packages.map((one) => one.trackingNumber),
    );
  });

  it('has a label for each counted package without details', () => {
    const { trackingNumber } = labelledOrder();
    const contents = contentsOf({ packages: [], packageCount: 99 });
    expect(contents).toHaveLength(99);
    expect(contents.at(-1)?.trackingNumber).toBe(`${trackingNumber}-99`);
  });

  it('has one label for an order without packages', () => {
    const contents = labelContents(
      { ...labelledOrder(), packages: [], packageCount: 0 },
      ENGLISH,
      '',
      '',
    );
    expect(contents.map(({ ordinal, packageCount }) => [ordinal, packageCount])).toEqual([[1, 1]]);
  });

  it('links every package to its order’s page, and states the label’s version', () => {
    const { trackingNumber } = labelledOrder();
    const linkOf = (changes: Parameters<typeof labelledOrder>[0]) => contentsOf(changes)[0]?.link;
    expect(linkOf({})).toBe(`${TRACKING_URL}/${trackingNumber}?v=1`);
    expect(linkOf({ labelVersion: 2 })).toBe(`${TRACKING_URL}/${trackingNumber}?v=2`);
  });

  it('gives hours in the time zone of the delivery, for the driver', () => {
    const { recipientAddress } = labelledOrder();
    const window = {
      completeAfter: Date.parse('2026-06-10T09:00:00-07:00'),
      completeBefore: Date.parse('2026-06-10T12:00:00-07:00'),
    };
    const vancouver = { ...recipientAddress, province: 'BC', postalCode: 'V6Z 1K3' };
    const [content] = contentsOf({ ...window, recipientAddress: vancouver }, FRENCH);
    expect(content?.promise?.hours).toBe('9 h à 12 h');
  });

  it('names the sub-brand as the sender when there is one', () => {
    expect(contentsOf({})[0]?.from.name).toBe('Maple & Pine');
    expect(contentsOf({ merchantDisplayName: 'Pine Kids' })[0]?.from.name).toBe('Pine Kids');
  });

  it('says that it is a return, and who sends it back', () => {
    const returned = { returnFrom: { name: 'Zoé Roy' }, merchantDisplayName: 'Pine Kids' };
    const [english] = contentsOf({ ...returned, service: 'NEXTDAY' });
    expect([english?.from.name, english?.service]).toEqual(['Zoé Roy', 'RETURN · NEXT DAY']);
    expect(contentsOf(returned, FRENCH)[0]?.service).toMatch(/^RETOUR · /);
    expect(contentsOf({})[0]?.service).not.toContain('RETURN');
  });

  it('puts the house number before a street that does not begin with it', () => {
    const address = { ...labelledOrder().recipientAddress, number: '25' };
    const streetOf = (street: string) =>
      contentsOf({ recipientAddress: { ...address, street } })[0]?.to.street;
    expect(streetOf('Dundas St E')).toBe('25 Dundas St E');
    expect(streetOf('25 Dundas St E')).toBe('25 Dundas St E');
    expect(streetOf('250 Dundas St E')).toBe('25 250 Dundas St E');
  });

  it('marks a bare unit number, and leaves other units as written', () => {
    const address = labelledOrder().recipientAddress;
    const unitOf = (unit: string, merchant: typeof ENGLISH | typeof FRENCH = ENGLISH) =>
      contentsOf({ recipientAddress: { ...address, unit } }, merchant)[0]?.to.unit;
    expect(unitOf('4B')).toBe('Unit 4B');
    expect(unitOf('4B', FRENCH)).toBe('Unité 4B');
    expect(unitOf('Suite 300')).toBe('Suite 300');
  });

  it('separates the lines of notes on a single line', () => {
    const notesOf = (notes: string) => contentsOf({ notes })[0]?.notes;
    expect(notesOf('Buzzer 12\n3rd floor')).toBe('Buzzer 12 · 3rd floor');
    expect(notesOf('Dock at the rear.\n\n  Ask for Dana\t\nNo stairs')).toBe(
      'Dock at the rear. Ask for Dana · No stairs',
    );
    expect(notesOf('Please:\n- ring\n- wait')).toBe('Please: - ring - wait');
    expect(notesOf('Side door')).toBe('Side door');
  });

  it('names the country only when the parcel crosses a border', () => {
    const seattle = {
      street: '1600 Pine St',
      city: 'Seattle',
      province: 'WA',
      postalCode: '98101',
      country: 'US' as const,
    };
    const [inland] = contentsOf({});
    const [abroad] = contentsOf({ recipientAddress: seattle }, FRENCH);
    expect([inland?.to.country, inland?.from.country]).toEqual([undefined, undefined]);
    expect([abroad?.to.country, abroad?.from.country]).toEqual(['ÉTATS-UNIS', 'CANADA']);
  });

  it('marks instructions for the driver in the merchant’s language', () => {
    const recipientAddress = labelledOrder().dtoRecipientAddress;
    const demanding = {
      minimumAge: 19,
      signatureRequired: true,
      deliveryType: 'HEAVY',
      deliveryService: 'ROOM_OF_CHOICE',
      dtoRecipientAddress: { ...recipientAddress, isBusinessAddress: true },
    } as const;
    expect(contentsOf({})[0]?.marks).toEqual([]);
    expect(contentsOf(demanding)[0]?.marks).toEqual([
      'AGE 19+',
      'SIGNATURE',
      'HEAVY',
      'ROOM OF CHOICE',
      'BUSINESS',
    ]);
    expect(contentsOf(demanding, FRENCH)[0]?.marks).toEqual([
      'ÂGE 19+',
      'SIGNATURE',
      'LOURD',
      'PIÈCE AU CHOIX',
      'ENTREPRISE',
    ]);
  });
});

describe('the promise on a label', () => {
  const SIX_PM = Date.UTC(2026, 5, 4, 22);
  const TEN_PM = Date.UTC(2026, 5, 5, 2);
  const promiseOf = (
    changes: Parameters<typeof labelledOrder>[0],
    merchant: typeof ENGLISH | typeof FRENCH = ENGLISH,
  ) => contentsOf(changes, merchant)[0]?.promise;

  it('is the window of the order in the time zone of the merchant', () => {
    const window = { completeAfter: SIX_PM, completeBefore: TEN_PM };
    expect(promiseOf(window)).toEqual({ day: 'Thu, Jun 4', hours: '18:00–22:00' });
    expect(promiseOf(window, FRENCH)).toEqual({ day: 'jeu. 4 juin', hours: '18 h à 22 h' });
  });

  it('keeps the minutes of a French time', () => {
    const halfPast = { completeAfter: SIX_PM + 30 * MINUTE, completeBefore: TEN_PM };
    expect(promiseOf(halfPast, FRENCH)?.hours).toBe('18 h 30 à 22 h');
  });

  it('is the last day when the window spans days', () => {
    const days = { completeAfter: SIX_PM, completeBefore: TEN_PM + 3 * DAY };
    expect(promiseOf(days)).toEqual({ day: 'By Sun, Jun 7' });
    expect(promiseOf(days, FRENCH)).toEqual({ day: 'D’ici au dim. 7 juin' });
  });

  it('is missing when the order has neither a window nor an estimate', () => {
    expect(promiseOf({ completeAfter: undefined, completeBefore: undefined })).toBeUndefined();
  });
});

/** Start of daylight saving in Toronto, an hour before Winnipeg's. */
const SPRING = Date.UTC(2026, 2, 8, 7);

/** Timestamps within few minutes, so that some repeat. */
const anyTimestamp = fc
  .tuple(fc.integer({ min: -90, max: 90 }), fc.integer({ min: 0, max: 59_999 }))
  .map(([minutes, within]) => SPRING + minutes * 60_000 + within);
const anyZone = fc.constantFrom('America/Toronto', 'America/Winnipeg', 'America/St_Johns');

test('French counts the first of a month', () => {
  const noon = Date.UTC(2026, 11, 1, 17);
  const window = { completeAfter: noon, completeBefore: noon };
  expect(deliveryPromise(window, 'fr', 'America/Toronto')?.day).toBe('mar. 1er déc.');
});

test('a timestamp is written the same after any other', () => {
  fc.assert(
    fc.property(anyTimestamp, anyTimestamp, anyZone, (start, end, timeZone) => {
      const written = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat('en-CA', { timeZone, ...options });
      const time = written({ timeStyle: 'short', hourCycle: 'h23' });
      const day = written({ dateStyle: 'short' });
      const isWithinADay = day.format(start) === day.format(end);
      const window = { completeAfter: start, completeBefore: end };
      expect(deliveryPromise(window, 'en', timeZone)?.hours).toBe(
        isWithinADay ? `${time.format(start)}–${time.format(end)}` : undefined,
      );
    }),
    { numRuns: 500 },
  );
});
