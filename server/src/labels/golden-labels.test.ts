import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderPdf } from '../drawing/render-pdf.ts';
import { differenceFromGolden } from '../testing/golden-picture.ts';
import { labelOf, labelVariantNames } from '../testing/label-variants.ts';
import { pdfPictures } from '../testing/scan-labels.ts';
import { layOutLabel } from './label-layout.ts';

describe('a label looks as it was reviewed', () => {
  it.each(labelVariantNames)('%s', async (name) => {
    const [picture] = pdfPictures(await renderPdf([layOutLabel(labelOf(name))], 'pdf'));
    const golden = join(import.meta.dirname, 'golden', `${name}.png`);
    expect(picture && (await differenceFromGolden(picture, golden))).toBeUndefined();
  });
});
