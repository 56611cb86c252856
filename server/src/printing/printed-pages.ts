import type { PrintedDocuments } from '@portage/contract/labels';
import type { Merchant } from '@portage/contract/merchants';
import type { Order } from '@portage/contract/orders';
import type { PageLayout, Picture } from '../drawing/layout-items.ts';
import { packingSlipContent } from '../packing-slips/packing-slip-content.ts';
import { layOutPackingSlip } from '../packing-slips/packing-slip-layout.ts';
import { sortCodeOf } from '../rates/service-area.ts';
import type { Tariff } from '../rates/tariff.ts';
import { labelContents } from '../labels/label-content.ts';
import { layOutLabels } from '../labels/label-layout.ts';

/** What the pages of every order of a merchant say. */
export interface PrintedMerchant {
  readonly merchant: Pick<Merchant, 'name' | 'language' | 'timeZone'>;
  /** Base address of the tracking site's order pages. */
  readonly trackingUrl: string;
  /** Logos by the display name of orders; orders without a display name have that of ''. */
  readonly logos: ReadonlyMap<string, Picture>;
  /** The sorting zones of postal codes, by prefix. */
  readonly areaByPrefix: Tariff['areaByPrefix'];
}

/**
 * The pages of an order: its labels, one a package, then the packing slip that goes with them. Where
 * an order has both, it begins a sheet: a label never stands beside the slip of another order.
 */
export function printedPages(
  order: Order,
  { merchant, trackingUrl, logos, areaByPrefix }: PrintedMerchant,
  documents: PrintedDocuments,
): PageLayout[] {
  const logo = logos.get(order.merchantDisplayName ?? '');
  const labels = () => {
    const sortCode = sortCodeOf({ areaByPrefix }, order.recipientAddress.postalCode);
    return layOutLabels(labelContents(order, merchant, trackingUrl, sortCode, logo));
  };
  const slip = () => layOutPackingSlip(packingSlipContent(order, merchant, logo));
  if (documents === 'labels') return labels();
  if (documents === 'packingSlips') return slip();
  return [...labels(), ...slip()].map((page, index) =>
    index === 0 ? { ...page, beginsSheet: true } : page,
  );
}
