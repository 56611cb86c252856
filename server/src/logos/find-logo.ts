import { setTimeout } from 'node:timers/promises';
import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Order } from '@portage/contract/orders/orders';
import { foldForSearch } from '@portage/contract/text';
import type { Deps } from '../deps.ts';
import type { Picture } from '../drawing/layout-items.ts';
import { findKnownLogo } from './logo-queries.ts';
import { isFresh } from './logo-source.ts';

/** The sub-brand's (names compared folded), else the merchant's. */
export function logoUrlOf(
  { logoUrl, merchantDisplayLogoUrls }: Pick<Merchant, 'logoUrl' | 'merchantDisplayLogoUrls'>,
  merchantDisplayName: string | undefined,
): string | undefined {
  const wanted = foldForSearch(merchantDisplayName ?? '');
  if (wanted === '') return logoUrl;
  const brand = merchantDisplayLogoUrls.find(({ name }) => foldForSearch(name) === wanted);
  return brand?.logoUrl ?? logoUrl;
}

/** Milliseconds a label waits for the first fetch. */
const PATIENCE = 2_000;

/** Undefined when not available in time; refetched daily. Never throws: labels print without. */
export async function findLogo(
  { db, clock, log, logos }: Pick<Deps, 'db' | 'clock' | 'log' | 'logos'>,
  merchant: Pick<Merchant, 'logoUrl' | 'merchantDisplayLogoUrls'>,
  merchantDisplayName: string | undefined,
): Promise<Picture | undefined> {
  const url = logoUrlOf(merchant, merchantDisplayName);
  if (url === undefined) return undefined;
  try {
    const known = await findKnownLogo(db, url);
    const isDue = !known || !isFresh(known, clock.now());
    const fetching = isDue ? logos.fetch(url) : undefined;
    if (known?.picture) return await logos.read(url, known.picture);
    if (!fetching) return undefined;
    // A slow logo is still fetched, for the next label.
    return await Promise.race([fetching, setTimeout(PATIENCE, undefined, { ref: false })]);
  } catch (error) {
    log.error({ err: error }, 'a logo could not be read');
    return undefined;
  }
}

/** Returns logos by display name, '' for none; looks each URL up once. */
export async function findLogos(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'logos'>,
  merchant: Merchant,
  orders: readonly Pick<Order, 'merchantDisplayName'>[],
): Promise<Map<string, Picture>> {
  const names = new Set(orders.map(({ merchantDisplayName }) => merchantDisplayName ?? ''));
  const namesByUrl = Map.groupBy(names, (name) => logoUrlOf(merchant, name));
  const found = await Promise.all(
    Array.from(namesByUrl.values(), async (sharing) => {
      const logo = await findLogo(deps, merchant, sharing[0]);
      return logo ? sharing.map((name) => [name, logo] as const) : [];
    }),
  );
  return new Map(found.flat());
}
