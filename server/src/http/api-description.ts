import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';

/** What the OpenAPI 3.1 document says of the API as a whole. */
export const apiDescription = {
  openapi: '3.1.0',
  info: {
    title: 'Portage carrier API',
    description:
      'Create, find, rate and label delivery orders. Every refusal is application/problem+json ' +
      '(RFC 9457) with a stable `code`. Send `locale: FR` for messages in French.',
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
