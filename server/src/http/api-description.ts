import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { CREDENTIAL_CALLS_PER_MINUTE, MERCHANT_CALLS_PER_MINUTE } from '@portage/contract/limits';

/** Example of an import by a service user. */
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

/** Rate limits, in the reference's words. */
const RATE_LIMITS = `

## Rate limits

A merchant may make ${inWords(MERCHANT_CALLS_PER_MINUTE)} calls a minute, and each of its credentials (a user or service user) ${inWords(CREDENTIAL_CALLS_PER_MINUTE)}; each server process counts for itself. Calls of the portal to the shop host (\`/shop\`) count as well; webhooks and rates at checkout, which the online shop platform asks for, do not. Every answer says what is left and for how many seconds, in the headers of [draft-ietf-httpapi-ratelimit-headers-10](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/):

\`\`\`
RateLimit-Policy: "merchant";q=${MERCHANT_CALLS_PER_MINUTE};w=60, "credential";q=${CREDENTIAL_CALLS_PER_MINUTE};w=60
RateLimit: "merchant";r=11998;t=42, "credential";r=5998;t=42
\`\`\`

Beyond that calls are answered \`too_many_requests\` (429). When more calls arrive at once than the service can answer, some are answered \`busy\` (503) immediately, with nothing done. Both have \`Retry-After\`, in seconds: wait that long, then retry with the same \`Idempotency-Key\`.
`;

/** General part of the OpenAPI 3.1 document. */
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
  },
  servers: [{ url: '/api' }],
  components: {
    securitySchemes: {
      session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      carrierKey: { type: 'http', scheme: 'bearer' },
      shipstationKey: { type: 'http', scheme: 'basic' },
    },
  },
  security: [{ session: [] }],
} satisfies FastifyDynamicSwaggerOptions['openapi'];
