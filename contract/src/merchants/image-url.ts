import { z } from 'zod';

/** A web address whose path ends in jpg, jpeg, gif or png. */
const IMAGE_PATH = /\.(?:jpe?g|gif|png)$/i;

/** The longest address of a picture, in characters. */
const LONGEST_IMAGE_URL = 2000;

/** Endings of names that only a network of one's own resolves (RFC 6761, RFC 6762, RFC 8375). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;

/** IPv4 networks that are not public (RFC 6890), as the parser of URLs writes them. */
const PRIVATE_IPV4 =
  /^(?:0|10|127)\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^192\.(?:168|0\.0)\.|^198\.1[89]\.|^(?:22[4-9]|2[3-5]\d)\./;

/** Tells whether a host of a URL can be one of the public internet; names are not resolved. */
function mayBePublic(hostname: string): boolean {
  // Public IPv6 addresses are those of 2000::/3.
  if (hostname.startsWith('[')) return /^\[[23][\da-f]{3}:/.test(hostname);
  const name = hostname.replace(/\.$/, '');
  return name.includes('.') && !PRIVATE_NAME.test(name) && !PRIVATE_IPV4.test(name);
}

function isImageUrl(typed: string, protocols: readonly string[]): boolean {
  const url = URL.parse(typed);
  return (
    url !== null &&
    protocols.includes(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    IMAGE_PATH.test(url.pathname)
  );
}

/** The web address of a picture of an item, ending in jpg, gif or png. Refuses with `imageUrlInvalid`. */
export const ImageUrl = z
  .string()
  .trim()
  .min(1, 'required')
  .max(LONGEST_IMAGE_URL)
  .refine((typed) => isImageUrl(typed, ['https:', 'http:']), 'imageUrlInvalid')
  .describe('A web address that ends in jpg, gif or png.');

/**
 * The web address of a logo, ending in jpg, gif or png (spec 2 §5), by `https` and on a public host.
 * Refuses with `imageUrlInvalid` and `imageHostPrivate`.
 */
export const LogoUrl = z
  .string()
  .trim()
  .min(1, 'required')
  .max(LONGEST_IMAGE_URL)
  .refine((typed) => isImageUrl(typed, ['https:']), { error: 'imageUrlInvalid', abort: true })
  .refine((typed) => mayBePublic(new URL(typed).hostname), 'imageHostPrivate')
  .describe('A public web address that starts with https:// and ends in jpg, gif or png.');
