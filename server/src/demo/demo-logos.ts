import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { EpochMillis } from '@portage/contract/time';
import { drawLogo } from '../logos/logo-picture.ts';
import { upsertLogo } from '../logos/logo-queries.ts';
import type { Executor } from '../db/database.ts';
import type { DemoMerchant } from './demo-merchants.ts';

/** Where the logos are drawn, by the names of the files that merchants would have on the internet. */
const DRAWINGS = path.join(import.meta.dirname, 'logos');

const CENTURY = 100 * 365 * 24 * 60 * 60 * 1000;

/**
 * Puts the logos of a merchant of the demo where labels look for those that were fetched: their
 * addresses lead nowhere. They count as fetched in a hundred years, so that nobody asks for them.
 */
export async function insertDemoLogos(
  trx: Executor,
  { logoUrl, merchantDisplayLogoUrls }: DemoMerchant['profile'],
  now: EpochMillis,
): Promise<void> {
  const own = logoUrl === undefined ? [] : [logoUrl];
  const urls = [...own, ...merchantDisplayLogoUrls.map((brand) => brand.logoUrl)];
  for (const url of urls) {
    const drawing = await readFile(path.join(DRAWINGS, `${path.parse(url).name}.svg`));
    const picture = await drawLogo(await sharp(drawing).png().toBuffer());
    await upsertLogo(trx, { url, fetchedAt: now + CENTURY, picture });
  }
}
