import type { Merchant } from '@portage/contract/merchants/merchants';
import { foldForSearch } from '@portage/contract/fold-for-search';

/**
 * Where the logo of an order is: that of its sub-brand, whose name counts however it is written, else
 * the merchant's own; undefined for neither.
 */
export function logoUrlOf(
  { logoUrl, merchantDisplayLogoUrls }: Pick<Merchant, 'logoUrl' | 'merchantDisplayLogoUrls'>,
  merchantDisplayName: string | undefined,
): string | undefined {
  const wanted = foldForSearch(merchantDisplayName ?? '');
  if (wanted === '') return logoUrl;
  const brand = merchantDisplayLogoUrls.find(({ name }) => foldForSearch(name) === wanted);
  return brand?.logoUrl ?? logoUrl;
}
