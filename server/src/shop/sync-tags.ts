import type { Locale } from '@portage/contract/locale';
import type { ShopOutcome } from '@portage/contract/shop';
import { ApiError } from '../api-error.ts';
import { getMerchant } from '../merchants/get-merchant.ts';
import { eachOfBatch } from './fulfill-batch.ts';
import { orderTagsDocument, tagsAddDocument, tagsRemoveDocument } from './shop-documents.ts';
import { orderGid, requireNoUserErrors, type ShopDeps } from './with-shop.ts';

/**
 * Gives orders of the shop the tags of their delivery orders. Of the merchant's own order tags the shop
 * then has exactly those; tags that only the shop knows stay. Raises `shop_not_linked`; what else goes
 * wrong is told of each order.
 */
export async function syncTags(
  deps: ShopDeps,
  owner: { merchantId: string; shop: string },
  orders: readonly { orderId: string; shopOrderId: string }[],
  locale: Locale,
): Promise<ShopOutcome[]> {
  const { orderTags } = await getMerchant(deps.db, owner.merchantId);
  return eachOfBatch(deps, owner, orders, locale, async (ask, { order, shopOrderId }) => {
    const id = orderGid(shopOrderId);
    const inShop = (await ask(orderTagsDocument, { id })).order?.tags;
    if (!inShop) throw new ApiError('shop_order_not_found', { id: shopOrderId });
    const added = order.tags.filter((tag) => !inShop.includes(tag));
    const removed = inShop.filter((tag) => orderTags.includes(tag) && !order.tags.includes(tag));
    if (added.length > 0) {
      const { tagsAdd } = await ask(tagsAddDocument, { id, tags: added });
      requireNoUserErrors(tagsAdd.userErrors);
    }
    if (removed.length > 0) {
      const { tagsRemove } = await ask(tagsRemoveDocument, { id, tags: removed });
      requireNoUserErrors(tagsRemove.userErrors);
    }
    return undefined;
  });
}
