import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { CREDENTIAL_CALLS_PER_MINUTE, MERCHANT_CALLS_PER_MINUTE } from '@portage/contract/limits';

const IMPORT_EXAMPLE = `

## Import orders from CSV files

A service user sends both files, follows the import, and fetches the rows that failed:

\`\`\`sh
curl $API/orders/imports -H "Authorization: Bearer $TOKEN" -H "Idempotency-Key: $(uuidgen)" \\
  -F 'orderDetails=@orders.csv;type=text/csv' -F 'orderPackages=@packages.csv;type=text/csv'
# {"importId":"019b…"}
curl $API/orders/imports/019b… -H "Authorization: Bearer $TOKEN"
# {"id":"019b…","state":"RUNNING","total":5000,"created":1200,"failed":3,…}
curl $API/orders/imports/019b…/failures -H "Authorization: Bearer $TOKEN" -o failed_orders.csv
curl "$API/orders?importId=019b…" -H "Authorization: Bearer $TOKEN"
\`\`\`
`;

const inWords = (calls: number) => calls.toLocaleString('en-CA');

const RATE_LIMITS = `

## Rate limits

A merchant may make ${inWords(MERCHANT_CALLS_PER_MINUTE)} calls a minute, and each of its credentials (a user or service user) ${inWords(CREDENTIAL_CALLS_PER_MINUTE)}; each server process counts for itself. Calls of the portal to the shop host (\`/shop\`) count as well; webhooks and rates at checkout, which the online shop platform asks for, do not. Every answer says what is left and for how many seconds, in the headers of [draft-ietf-httpapi-ratelimit-headers-10](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/):

\`\`\`
RateLimit-Policy: "merchant";q=${MERCHANT_CALLS_PER_MINUTE};w=60, "credential";q=${CREDENTIAL_CALLS_PER_MINUTE};w=60
RateLimit: "merchant";r=11998;t=42, "credential";r=5998;t=42
\`\`\`

Beyond that calls are answered \`too_many_requests\` (429). When more calls arrive at once than the service can answer, some are answered \`busy\` (503) immediately, with nothing done. Both have \`Retry-After\`, in seconds: wait that long, then retry with the same \`Idempotency-Key\`.
`;

export const apiDescription = {
  openapi: '3.1.0',
  info: {
    title: 'Portage carrier API',
    description: [
      'Create, find, rate and label delivery orders. Every error is application/problem+json',
      '(RFC 9457) with a stable `code`. Send `locale: FR` for messages in French.',
      RATE_LIMITS,
      IMPORT_EXAMPLE,
    ].join(' '),
    version: '1.22.4',
    contact: {
      name: 'Portage support',
      url: 'https://portage.example',
      email: 'support@portage.example',
    },
    license: { name: 'UNLICENSED', identifier: 'LicenseRef-Portage' },
  },
  components: {
    securitySchemes: {
      session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      carrierKey: { type: 'http', scheme: 'bearer' },
      shipstationKey: { type: 'http', scheme: 'basic' },
    },
  },
  security: [{ session: [] }],
} satisfies FastifyDynamicSwaggerOptions['openapi'];

export const tagDescriptions: Readonly<Record<string, string>> = {
  auth: 'Sign in, renew and end sessions; passwords.',
  carrier: 'Calls of the carrier’s own systems: events and photos of deliveries.',
  'contact-requests': 'Messages to Sales from the public pages.',
  dashboard: 'Figures of the dashboard.',
  labels: 'Labels and packing slips.',
  merchants: 'The merchant’s profile, locations, packages and integrations.',
  orders: 'Delivery orders, their imports, views and address book.',
  photos: 'Photos of deliveries.',
  places: 'Search for addresses.',
  rates: 'Prices and delivery windows.',
  'second-factor': 'Two-step verification.',
  sessions: 'Open sessions of the user.',
  shipstation:
    'The carrier’s side of ShipEngine Connect: requests, answers and errors have the published shapes.',
  shop: 'The shop host: linked shops, their orders, and calls of the online shop platform.',
  'sign-ups': 'Requests for an account.',
  users: 'Users and service users.',
  'well-known': 'Keys by which session tokens are verified.',
};
