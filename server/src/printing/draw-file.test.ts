import { shippedTariff } from '../tariffs/shipped-tariff.ts';
import { describe, expect, test } from 'vitest';
import type { Picture } from '../drawing/layout-items.ts';
import { drawFile, type DrawnAs } from './draw-file.ts';
import { labelledOrder } from '../labels/label-fixture.ts';

/** A picture that is laid out and cannot be drawn. */
const broken: Picture = {
  width: 60,
  height: 40,
  get gray(): Uint8Array {
    throw new Error('No such picture');
  },
};

const asLabels: Omit<DrawnAs, 'format'> = {
  documents: 'labels',
  dpi: 203,
  merchant: { name: 'Maple & Pine', language: 'en', timeZone: 'America/Toronto' },
  trackingUrl: 'https://portage.example/track',
  areaByPrefix: shippedTariff().areaByPrefix,
  logos: new Map([['Broken', broken]]),
  mostPages: 10,
};

const sound = [labelledOrder({ packageCount: 2 }), labelledOrder({ refNumber: 'R-2' })] as const;
const undrawable = labelledOrder({ merchantDisplayName: 'Broken' });

describe.each(['zpl', 'pdf', 'pdf_letter'] as const)('a file of labels as %s', (format) => {
  const as = { ...asLabels, format };

  test('is as if an order that cannot be drawn had not been asked for', async () => {
    const drawn = await drawFile([sound[0], undrawable, sound[1]], as);
    expect([...(drawn?.failures.keys() ?? [])]).toEqual([1]);
    expect(drawn?.failures.get(1)).toEqual(new Error('No such picture'));
    expect(drawn?.file).toEqual((await drawFile(sound, as))?.file);
  });

  test('is missing when no order can be drawn', async () => {
    const drawn = await drawFile([undrawable, undrawable], as);
    expect(drawn?.file).toBeUndefined();
    expect([...(drawn?.failures.keys() ?? [])]).toEqual([0, 1]);
  });

  test('is not drawn when it would have more pages than it may', async () => {
    expect((await drawFile(sound, { ...as, mostPages: 3 }))?.file).toBeDefined();
    expect(await drawFile(sound, { ...as, mostPages: 2 })).toBeUndefined();
  });
});
