import { expect, test } from 'vitest';
import { paths } from './paths.ts';

test('the addresses of the portal stay what merchants have bookmarked', () => {
  const addresses = Object.fromEntries(
    Object.entries(paths).map(([name, address]) => [name, address()]),
  );
  expect(addresses).toMatchInlineSnapshot(`
    {
      "account": "/account",
      "addressBook": "/addressBook",
      "authorizeShop": "/platform/authorize",
      "bulkNew": "/bulkNew",
      "dashboard": "/dashboard",
      "fulfillShopOrder": "/platform/fulfill",
      "integrations": "/integration",
      "merchantInfo": "/merchantInfo",
      "newOrder": "/new",
      "order": "/orders/$id",
      "orders": "/orders",
      "serviceUsers": "/serviceUser",
      "shipFromLocations": "/shipFromLocations",
      "shipstation": "/shipstation",
      "shopOrders": "/platform/orders",
      "signIn": "/",
    }
  `);
});
