import { z } from 'zod';
import { document, UserErrors } from './shop-documents.ts';

/** Has the platform call us when something happens. */
export const webhookCreateDocument = document({
  text: `mutation WebhookCreate($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri }) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`,
  cost: 10,
  data: z.object({ webhookSubscriptionCreate: z.object({ userErrors: UserErrors }) }),
});

/** Has the platform ask us for rates at checkout. */
export const carrierServiceCreateDocument = document({
  text: `mutation CarrierServiceCreate($input: DeliveryCarrierServiceCreateInput!) {
  carrierServiceCreate(input: $input) {
    carrierService { id }
    userErrors { field message }
  }
}`,
  cost: 10,
  data: z.object({ carrierServiceCreate: z.object({ userErrors: UserErrors }) }),
});
