import { z } from 'zod';

/** Settings that the portal reads from `GET /config.json` when it starts. */
export const AppConfig = z.object({
  apiUrl: z.string().describe('Base address of the carrier API, absolute or rooted.'),
  shopUrl: z
    .string()
    .optional()
    .describe('Base address of the shop host; missing where shops cannot be linked.'),
  developmentShop: z
    .boolean()
    .optional()
    .describe('True if the shops are those of the emulator, at /dev/shop.'),
  trackingUrl: z.string().describe('Base address of the public tracking site.'),
  map: z
    .object({
      tiles: z.string().describe('Address of map tiles, with `{z}`, `{x}` and `{y}`.'),
      attribution: z.string().describe('Attribution of the map, as HTML.'),
    })
    .optional()
    .describe('Missing where orders show no map.'),
  demo: z.boolean().describe('True where deliveries are not fulfilled and nothing is charged.'),
  demoSignIns: z
    .array(z.object({ username: z.string(), password: z.string(), merchant: z.string() }))
    .describe('Shown on the login page of a demo; empty elsewhere.'),
  version: z.string(),
});
export type AppConfig = z.infer<typeof AppConfig>;
