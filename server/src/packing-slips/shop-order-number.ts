import type { CustomField } from '@portage/contract/new-order';

/** Names of custom fields that hold the shop's own number or id of an order, the best to read first. */
const FIELDS = [
  /^(?:shop|shopify)ordernumber$/,
  /^(?:ordernumber|numerodecommande)$/,
  /^(?:shop|shopify)(?:order)?id$/,
];

/** A name by its letters alone: `shopifyOrderId`, `Shopify order ID` and `shopify_order_id` are one. */
function lettersOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}

/** The number of the shop order that an order comes from, or else its id, when a custom field has it. */
export function shopOrderNumber(customFields: readonly CustomField[]): string | undefined {
  for (const name of FIELDS) {
    const field = customFields.find((one) => name.test(lettersOf(one.name)));
    if (field) return field.value;
  }
  return undefined;
}
