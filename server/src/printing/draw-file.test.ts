import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Order } from '@portage/contract/orders/orders';
import type { Picture } from '../drawing/layout-items.ts';
import { shippedTariff } from '../tariffs/shipped-tariff.ts';
import { labelledOrder } from '../testing/labelled-order.ts';
import { drawFile, type DrawnAs, type FileLimits } from './draw-file.ts';

/** A picture with a layout that fails to draw. */
const broken: Picture = {
  width: 60,
  height: 40,
  get gray(): Uint8Array {
    throw new Error('No such picture for Zoé Tremblay');
  },
};

const asLabels: Omit<DrawnAs, 'format'> = {
  documents: 'labels',
  dpi: 203,
  merchant: { name: 'Maple & Pine', language: 'en', timeZone: 'America/Toronto' },
  trackingUrl: 'https://portage.example/track',
  areaByPrefix: shippedTariff().areaByPrefix,
  logos: new Map([['Broken', broken]]),
  limits: { pages: 10, bytes: 10_000_000, milliseconds: 10_000 },
};

const sound = [labelledOrder({ packageCount: 2 }), labelledOrder({ refNumber: 'R-2' })] as const;
const undrawable = labelledOrder({ merchantDisplayName: 'Broken' });

describe.each(['zpl', 'pdf', 'pdf_letter'] as const)('a file of labels as %s', (format) => {
  const as = { ...asLabels, format };

  test('leaves out an order that cannot be drawn', async () => {
    const drawn = await drawFile([sound[0], undrawable, sound[1]], as);
    expect([...drawn.failures.keys()]).toEqual([1]);
    expect(drawn.failures.get(1)).toEqual(new Error('Error while drawing'));
    expect(drawn.file).toEqual((await drawFile(sound, as)).file);
  });

  test('fails, whole or in part, without quoting its orders', async () => {
    const part = await drawFile([undrawable], as);
    const unreadable = ['{"recipient":{"name":"Zoé Tremblay" 25 Dundas St'];
    const parsed = unreadable.values().map((text) => JSON.parse(text) as Order);
    const whole = await drawFile(parsed, as).catch((error: unknown) => error);
    for (const error of [part.failures.get(0), whole]) {
      expect(error).toBeInstanceOf(Error);
      expect(inspect(error)).not.toMatch(/Zoé|Dundas/);
      expect(inspect(error)).toMatch(/while drawing\n {4}at /);
    }
  });

  test('is missing when no order can be drawn', async () => {
    const drawn = await drawFile([undrawable, undrawable], as);
    expect(drawn.file).toBeUndefined();
    expect([...drawn.failures.keys()]).toEqual([0, 1]);
  });

  test('is not drawn when it would have more pages or bytes than it may, or take longer', async () => {
    const within = (limits: Partial<FileLimits>) =>
      drawFile(sound, { ...as, limits: { ...as.limits, ...limits } });
    expect((await within({ pages: 3 })).file).toBeDefined();
    const [long, large, slow] = await Promise.all(
      [{ pages: 2 }, { bytes: 100 }, { milliseconds: -1 }].map(within),
    );
    expect(long).toMatchObject({ refused: 'too_many_pages' });
    const refused = { refused: 'print_too_large' };
    expect([large, slow]).toMatchObject([refused, refused]);
    expect([large?.file, slow?.file]).toEqual([undefined, undefined]);
  });
});

test('a slip with many Arabic items embeds each glyph once', async () => {
  const WORDS = ['كرسي', 'خشبي', 'قابل', 'للطي', 'مع', 'وسادة', 'مقاومة', 'للماء', 'والشمس'];
  const slipOf = (count: number) =>
    labelledOrder({
      orderItems: Array.from({ length: count }, (_, item) => ({
        name: Array.from({ length: 30 }, (_word, at) => WORDS[(at * 7 + item) % 9]).join(' '),
        quantity: 1,
      })),
    });
  const as = { ...asLabels, documents: 'packingSlips', format: 'pdf' } as const;
  const limits = { ...asLabels.limits, pages: 1000 };
  const { file } = await drawFile([slipOf(100)], { ...as, limits });
  // A path per letter took 3.7 MB and eight times as long.
  expect(file?.length).toBeLessThan(60_000);
});
