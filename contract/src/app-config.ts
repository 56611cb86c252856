import { z } from 'zod';

/** What the portal learns at run time from `GET /config.json`, before anything else. */
export const AppConfig = z.object({
  apiUrl: z.string().describe('Base address of the carrier API, absolute or rooted.'),
  trackingUrl: z.string().describe('Base address of the public tracking site.'),
  demo: z.boolean().describe('True where deliveries are not fulfilled and nothing is charged.'),
  demoSignIns: z
    .array(z.object({ username: z.string(), password: z.string(), merchant: z.string() }))
    .describe('Shown on the login page of a demo; empty elsewhere.'),
  version: z.string(),
});
export type AppConfig = z.infer<typeof AppConfig>;
