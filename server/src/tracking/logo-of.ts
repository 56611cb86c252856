import sharp from 'sharp';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Order } from '@portage/contract/orders/orders';
import type { Deps } from '../deps.ts';
import type { Picture } from '../drawing/layout-items.ts';
import { findLogo } from '../logos/find-logo.ts';

/** CSS pixels. */
const HEIGHT = 40;
const DENSITY = 2;

const MOST_BYTES = 12_000;

/** A `data:` URL; undefined without one. */
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

/** An open page reloads every 20 seconds. */
const addresses = new WeakMap<Picture, Promise<string | undefined>>();

async function addressOf({ width, height, gray }: Picture): Promise<string | undefined> {
  const png = await sharp(gray, { raw: { width, height, channels: 1 } })
    .resize({ height: HEIGHT * DENSITY, withoutEnlargement: true })
    .png({ palette: true, colours: 16 })
    .toBuffer();
  return png.length > MOST_BYTES ? undefined : `data:image/png;base64,${png.toString('base64')}`;
}
