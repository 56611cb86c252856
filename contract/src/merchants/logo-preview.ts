import { z } from 'zod';
import { endpoint, namedObject } from '../endpoint.ts';
import { LogoUrl } from './image-url.ts';

/** Pixels; a logo is a square jpg or png (spec 2 §9). */
export const LOGO_SIDE = 400;

/** As fetched and as printed, as `data:` addresses. */
export const LogoPreview = namedObject('LogoPreview', {
  picture: z.string().describe('The picture in its colours, a PNG.'),
  printed: z.string().describe('The picture as labels print it: black and gray, a PNG.'),
  format: z.enum(['jpg', 'png', 'gif']),
  width: z.int().describe('Pixels.'),
  height: z.int().describe('Pixels.'),
  bytes: z.int().describe('The size of the file.'),
});
export type LogoPreview = z.infer<typeof LogoPreview>;

export const logoPreviewEndpoints = {
  preview: endpoint('POST /merchants/logoPreview', {
    summary: 'Fetch a logo and show it as it is and as labels print it; nothing is saved',
    mayCall: 'user',
    body: z.strictObject({ logoUrl: LogoUrl }),
    response: LogoPreview,
    errors: ['logo_unusable', 'too_many_attempts'],
  }),
};
