/** Key of the lock by which linking a shop waits for orders that are being created, and they for it. */
export const shopDeliveriesLock = (merchantId: string): string => `shop deliveries ${merchantId}`;
