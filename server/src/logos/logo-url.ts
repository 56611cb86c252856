import type { Merchant } from '@portage/contract/merchants/merchants';
import { foldForSearch } from '@portage/contract/text';

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
