import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { code128Modules } from '../drawing/barcodes.ts';
import type { LayoutItem, TextItem } from '../drawing/layout-items.ts';
import { anyChanges, anyLabelContent } from '../testing/any-label.ts';
import { labelledOrder } from '../testing/labelled-order.ts';
import { linesOf, pageFaults } from '../testing/page-faults.ts';
import { labelContents } from './label-content.ts';
import { layOutLabel, layOutLabels } from './label-layout.ts';

const isText = (item: LayoutItem): item is TextItem => item.kind === 'text';

const ENGLISH = { name: 'Maple & Pine', language: 'en' } as const;

const contentsOf = (changes: Parameters<typeof labelledOrder>[0]) =>
  labelContents(labelledOrder(changes), ENGLISH, 'https://p.example/t', 'M5J');

const layoutOf = (changes: Parameters<typeof labelledOrder>[0]) =>
  layOutLabels(contentsOf(changes));

const allLinesOf = (changes: Parameters<typeof labelledOrder>[0]) =>
  layoutOf(changes).flatMap(linesOf);

test('any label has its whole postal code and its logo in proportion, all within the boxes, without overlap', () => {
  fc.assert(
    fc.property(anyLabelContent, (content) => {
      const layout = layOutLabel(content);
      expect(pageFaults(layout)).toEqual([]);
      expect(linesOf(layout).some((line) => line.endsWith(content.to.region))).toBe(true);

      const picture = layout.items.find(({ kind }) => kind === 'picture');
      expect(picture !== undefined).toBe(content.logo !== undefined);
      if (!picture || !content.logo) return;
      const { width, height } = content.logo;
      const scale = Math.min(180 / width, 122 / height, 2);
      expect(Math.abs(picture.box.width - width * scale)).toBeLessThan(1);
      expect(Math.abs(picture.box.height - height * scale)).toBeLessThan(1);
    }),
  );
});

test('the labels of an order equal those of its packages one by one', () => {
  fc.assert(
    fc.property(anyChanges, fc.integer({ min: 1, max: 12 }), (changes, packageCount) => {
      const labels = contentsOf({ ...changes, packages: [], packageCount });
      expect(layOutLabels(labels)).toEqual(labels.map(layOutLabel));
    }),
    { numRuns: 50 },
  );
});

describe('the layout of a label', () => {
  it('gives the sort code and the service the largest type, the return address the smallest', () => {
    const [layout] = layoutOf({});
    const sizeOf = (text: string) =>
      layout?.items.filter(isText).find((item) => item.lines.join(' ').includes(text))?.size ?? NaN;
    const sizes = ['M5J', 'SAME DAY', 'Amelia Okafor', '88 Harbour', '401 Richmond'].map(sizeOf);
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  });

  it('draws the bars of a tracking number at least 3 dots wide and 32 mm high', () => {
    const [layout] = layoutOf({ packages: [], packageCount: 99 }).slice(-1);
    const bars = layout?.items.find((item) => item.kind === 'code128');
    expect(bars?.module).toBe(3);
    expect(bars?.box.height).toBe(32 * 8);
    expect(bars?.box.width).toBe(3 * code128Modules(bars?.data ?? ''));
  });

  it('keeps a whole word that fits once it is broken', () => {
    const word = 'W'.repeat(72);
    expect(allLinesOf({ notes: `xŔ ${word}` }).join('')).toContain(word);
  });

  it('states the version of labels after the first', () => {
    expect(allLinesOf({})).toContain('PACKAGE');
    expect(allLinesOf({ labelVersion: 3 })).toContain('v3 · PACKAGE');
  });

  it('gives the longest service the width that the promise leaves', () => {
    const [content] = labelContents(
      labelledOrder({ service: 'CUSTOMER_BOOKING' }),
      { name: 'Boulangerie du Coin', language: 'fr' },
      'https://p.example/t',
      'M5J',
    );
    const items = content ? layOutLabel(content).items.filter(isText) : [];
    const service = items.find(({ lines }) => lines[0] === 'SUR RENDEZ-VOUS');
    expect(service?.size).toBeGreaterThanOrEqual(48);
  });

  it('has room for an order without a postal code and a zone', () => {
    const order = labelledOrder();
    const recipientAddress = { ...order.recipientAddress, postalCode: '' };
    const [content] = labelContents(
      { ...order, recipientAddress },
      ENGLISH,
      'https://p.example/t',
      '',
    );
    const layout = content && layOutLabel(content);
    expect(layout && linesOf(layout)).toContain('Toronto ON');
    expect(layout && pageFaults(layout)).toEqual([]);
  });

  it('cuts notes that are too long with an ellipsis', () => {
    const lines = allLinesOf({ notes: 'Ring twice. '.repeat(100) });
    expect(lines.filter((line) => line.startsWith('Notes:'))).toHaveLength(1);
    expect(lines.some((line) => line.endsWith('…'))).toBe(true);
  });

  it('breaks notes between the words of scripts without spaces', () => {
    for (const note of ['请把包裹放在后门，不要按门铃，谢谢。', 'กรุณาวางพัสดุไว้ที่หลังบ้าน']) {
      const lines = allLinesOf({ notes: note.repeat(3) });
      const at = lines.findIndex((line) => line.startsWith(`Notes: ${note.slice(0, 4)}`));
      expect(lines.slice(at).join('')).toContain(`Notes: ${note.repeat(3)}`);
    }
  });

  it('loses no note after empty lines', () => {
    const lines = allLinesOf({ notes: `Ring twice.${'\n'.repeat(500)}Beware of the dog.` });
    expect(lines).toContain('Notes: Ring twice. Beware of the dog.');
  });

  it('shows two lines of notes with any number of marks', () => {
    const lines = allLinesOf({
      deliveryType: 'HEAVY',
      deliveryService: 'WHITE_GLOVE',
      minimumAge: 21,
      signatureRequired: true,
      dtoRecipientAddress: { ...labelledOrder().dtoRecipientAddress, isBusinessAddress: true },
      notes: 'Loading dock at the rear. Call 30 minutes ahead. Ask for Dana. No stairs.',
    });
    expect(lines.join(' ')).toContain('Ask for Dana. No stairs.');
  });

  it('gives the unit its own line before the street becomes small', () => {
    const { recipientAddress } = labelledOrder();
    const address = { ...recipientAddress, number: '1455', unit: '1204' };
    const street = 'boulevard De Maisonneuve Ouest';
    const items = layoutOf({ recipientAddress: { ...address, street } }).flatMap((page) =>
      page.items.filter(isText),
    );
    const line = items.find(({ lines }) => lines[0]?.includes(street));
    expect(line?.lines).toEqual([`1455 ${street}`]);
    expect(line?.size).toBeGreaterThanOrEqual(43);
    expect(items.flatMap(({ lines }) => lines)).toContain('Unit 1204');
  });

  it('separates the unit from a street that fills its line', () => {
    const { recipientAddress } = labelledOrder();
    const street = 'chemin du Bord-de-l’Eau de la Grande-Rivière Nord-Est, bâtiment principal';
    const lines = allLinesOf({ recipientAddress: { ...recipientAddress, street, unit: '4B' } });
    expect(lines).toContain('Unit 4B');
  });

  it('prints names of any script as they are written', () => {
    for (const name of [
      'Nguyễn Thị Bích Đào',
      'Олександр Шевченко',
      'שלום עולם',
      '李小龙 Lee',
      '김철수',
      'たなか さくら',
      'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
      'प्रिया शर्मा',
      'தமிழ்செல்வி',
      'สมชาย ราชวัตร',
    ]) {
      expect(allLinesOf({ recipient: { name } })).toContain(name);
    }
  });

  it('drops emoji and prints □ for characters that no font has', () => {
    expect(allLinesOf({ recipient: { name: 'Anne 🎁👩‍👩‍👧 Roy' } })).toContain('Anne Roy');
    expect(allLinesOf({ recipient: { name: 'Anne 👍🏽 Roy' } })).toContain('Anne Roy');
    expect(allLinesOf({ recipient: { name: '𠮷田 Lee' } })).toContain('□田 Lee');
  });
});
