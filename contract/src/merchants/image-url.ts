import { z } from 'zod';

/** A web address whose path ends in jpg, jpeg, gif or png. */
const IMAGE_PATH = /\.(?:jpe?g|gif|png)$/i;

/** The longest address of a picture, in characters. */
const LONGEST_IMAGE_URL = 2000;

function isImageUrl(typed: string): boolean {
  const url = URL.parse(typed);
  return (
    (url?.protocol === 'https:' || url?.protocol === 'http:') &&
    url.username === '' &&
    url.password === '' &&
    IMAGE_PATH.test(url.pathname)
  );
}

/** The web address of a hosted picture, ending in jpg, gif or png (spec 2 §5). Refuses with `imageUrlInvalid`. */
export const ImageUrl = z
  .string()
  .trim()
  .min(1, 'required')
  .max(LONGEST_IMAGE_URL)
  .refine(isImageUrl, 'imageUrlInvalid')
  .describe('A web address that ends in jpg, gif or png.');
