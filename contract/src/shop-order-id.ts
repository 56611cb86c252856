import type { CustomField } from './new-order.ts';

/** A name by its letters alone: `shopifyOrderId`, `Shopify order ID` and `shop_id` are of a kind. */
const lettersOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

/**
 * The id of the shop order that an order links to by a custom field (spec 1 §3); undefined for an
 * order that has none. Full ids of the platform, such as `gid://shopify/Order/1`, count by their number.
 */
export function shopOrderIdOf({
  customFields,
}: {
  customFields: readonly CustomField[];
}): string | undefined {
  const field = customFields.find(({ name }) =>
    /^(?:shop|shopify)(?:order)?id$/.test(lettersOf(name)),
  );
  return /^(?:gid:\/\/shopify\/Order\/)?(\d{1,20})$/.exec(field?.value.trim() ?? '')?.[1];
}
