import type { Merchant } from '@portage/contract/merchants/merchants';
import type { Order } from '@portage/contract/orders/orders';
import type { Deps } from '../deps.ts';
import type { Picture } from '../drawing/layout-items.ts';
import { findLogo } from '../logos/find-logo.ts';
import { logoUrlOf } from '../logos/logo-url.ts';

/** By display name, '' for none; looks each URL up once. */
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
