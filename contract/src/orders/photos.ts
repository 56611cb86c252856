import { z } from 'zod';
import { endpoint, namedObject } from '../endpoint.ts';
import { MINUTE, EpochMillis } from '../time.ts';
import { OrderReference } from './orders.ts';

export const PHOTO_MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/gif'] as const;

/** Path below the API's base address; needs the session. */
export const photoPath = (orderId: string, photoId: string) =>
  `/orders/${orderId}/photos/${photoId}`;

/** Milliseconds. */
export const PHOTO_LINK_LASTS = 15 * MINUTE;

/** Opens a photo without a session. */
export const PhotoLink = z.object({
  path: z.string().describe('Of the photo, as the order’s events have it.'),
  url: z.string().describe('Below the API’s base address; opens the photo without a session.'),
  expiresAt: EpochMillis,
});
export type PhotoLink = z.infer<typeof PhotoLink>;

export const photoEndpoints = {
  listLinks: endpoint('GET /orders/{id}/photos', {
    summary: 'Links to the photos of an order, for a short while',
    mayCall: 'userOrService',
    params: OrderReference,
    response: namedObject('PhotoLinks', { links: z.array(PhotoLink) }),
    errors: ['order_not_found'],
  }),
  get: endpoint('GET /orders/{id}/photos/{photoId}', {
    summary: 'A photo of an order',
    mayCall: 'userOrService',
    params: z.object({ id: z.uuid(), photoId: z.uuid() }),
    response: { mediaTypes: PHOTO_MEDIA_TYPES },
    errors: ['photo_not_found', 'photos_unavailable'],
  }),
  open: endpoint('GET /photos/{link}', {
    summary: 'A photo, by a valid link',
    mayCall: 'anyone',
    params: z.object({ link: z.string().max(300) }),
    response: { mediaTypes: PHOTO_MEDIA_TYPES },
    errors: ['photo_not_found', 'photos_unavailable'],
  }),
};
