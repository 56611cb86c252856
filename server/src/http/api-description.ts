import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';

/** How a service user imports orders, for the reference. */
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

/** What the OpenAPI 3.1 document says of the API as a whole. */
export const apiDescription = {
  openapi: '3.1.0',
  info: {
    title: 'Portage carrier API',
    description: [
      'Create, find, rate and label delivery orders. Every refusal is application/problem+json',
      '(RFC 9457) with a stable `code`. Send `locale: FR` for messages in French.',
      IMPORT_EXAMPLE,
    ].join(' '),
    version: '1.22.4',
  },
  servers: [{ url: '/api' }],
  components: {
    securitySchemes: {
      session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      carrierKey: { type: 'http', scheme: 'bearer' },
    },
  },
  security: [{ session: [] }],
} satisfies FastifyDynamicSwaggerOptions['openapi'];
