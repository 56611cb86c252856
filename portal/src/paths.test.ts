import { expect, test } from 'vitest';
import { paths } from './paths.ts';

test('the addresses of the portal stay what merchants have bookmarked', () => {
  const addresses = Object.fromEntries(
    Object.entries(paths).map(([name, address]) => [name, address()]),
  );
  expect(addresses).toMatchInlineSnapshot(`
    {
      "dashboard": "/dashboard",
      "newOrder": "/new",
      "orders": "/orders",
      "signIn": "/",
    }
  `);
});
