import type { PrintedDocuments } from '@portage/contract/labels';
import type { Merchant } from '@portage/contract/merchants';
import type { Order } from '@portage/contract/orders';
import type { PageLayout, Picture } from '../drawing/layout-items.ts';
import { sortCodeOf } from '../rates/service-area.ts';
import { labelContents } from './label-content.ts';
import { layOutLabel } from './label-layout.ts';

/** What pages say that is the same for every order of a merchant. */
export interface PrintedMerchant {
  readonly merchant: Pick<Merchant, 'name' | 'language' | 'timeZone'>;
  /** Base address of the tracking site's order pages. */
  readonly trackingUrl: string;
  /** Logos by the display name of the orders they stand on; '' is that of orders without one. */
  readonly logos: ReadonlyMap<string, Picture>;
}

/** The pages of an order: its labels, one a package, then the packing slip that goes with them. */
export function printedPages(
  order: Order,
  { merchant, trackingUrl, logos }: PrintedMerchant,
  documents: PrintedDocuments,
): PageLayout[] {
  const logo = logos.get(order.merchantDisplayName ?? '');
  const sortCode = sortCodeOf(order.recipientAddress.postalCode);
  return labelContents(order, merchant, trackingUrl, sortCode).map(layOutLabel);
}
