import sharp from 'sharp';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Order } from '@portage/contract/orders/orders';
import type { Deps } from '../deps.ts';
import type { Picture } from '../drawing/layout-items.ts';
import { findLogo } from '../logos/find-logo.ts';

/** How high a logo is at the top of a page, in pixels; it is drawn for dense screens. */
const HEIGHT = 40;
const DENSITY = 2;

/** A larger file would make a page too large. */
const MOST_BYTES = 12_000;

/**
 * The logo of an order's merchant or sub-brand as its labels have it, as a `data:` address; undefined
 * where there is none or it cannot be had soon.
 */
export async function logoOf(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'logos'>,
  order: Pick<Order, 'merchantDisplayName'>,
  merchant: Pick<Merchant, 'logoUrl' | 'merchantDisplayLogoUrls'>,
): Promise<string | undefined> {
  const picture = await findLogo(deps, merchant, order.merchantDisplayName);
  if (!picture) return undefined;
  const known = addresses.get(picture);
  if (known) return known;
  const made = addressOf(picture);
  addresses.set(picture, made);
  return made;
}

/** The addresses of the logos in memory: a page is loaded anew every 20 seconds while it is looked at. */
const addresses = new WeakMap<Picture, Promise<string | undefined>>();

async function addressOf({ width, height, gray }: Picture): Promise<string | undefined> {
  const png = await sharp(gray, { raw: { width, height, channels: 1 } })
    .resize({ height: HEIGHT * DENSITY, withoutEnlargement: true })
    .png({ palette: true, colours: 16 })
    .toBuffer();
  return png.length > MOST_BYTES ? undefined : `data:image/png;base64,${png.toString('base64')}`;
}
