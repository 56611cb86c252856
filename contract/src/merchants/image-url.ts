import { z } from 'zod';

const IMAGE_PATH = /\.(?:jpe?g|gif|png)$/i;

const LONGEST_IMAGE_URL = 2000;

/** Names that only private networks resolve (RFC 6761, RFC 6762, RFC 8375). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;

/** Non-public IPv4 networks (RFC 6890), as the URL parser writes them. */
const PRIVATE_IPV4 =
  /^(?:0|10|127)\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^192\.(?:168|0\.0)\.|^198\.1[89]\.|^(?:22[4-9]|2[3-5]\d)\./;

/** Does not resolve names. */
function mayBePublic(hostname: string): boolean {
  // Public IPv6 addresses are those of 2000::/3.
  if (hostname.startsWith('[')) return /^\[[23][\da-f]{3}:/.test(hostname);
  const name = hostname.replace(/\.$/, '');
  return name.includes('.') && !PRIVATE_NAME.test(name) && !PRIVATE_IPV4.test(name);
}

function isImageUrl(typed: string, protocols: readonly string[]): boolean {
  if (!URL.canParse(typed)) return false;
  const url = new URL(typed);
  return (
    protocols.includes(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    IMAGE_PATH.test(url.pathname)
  );
}

/** Ends in jpg, gif or png. Refuses with `imageUrlInvalid`. */
export const ImageUrl = z
  .string()
  .trim()
  .min(1, 'required')
  .max(LONGEST_IMAGE_URL)
  .refine((typed) => isImageUrl(typed, ['https:', 'http:']), 'imageUrlInvalid')
  .describe('A web address that ends in jpg, gif or png.');

/** `https`, public, jpg, gif or png (spec 2 §5); else `imageUrlInvalid` or `imageHostPrivate`. */
export const LogoUrl = z
  .string()
  .trim()
  .min(1, 'required')
  .max(LONGEST_IMAGE_URL)
  .refine((typed) => isImageUrl(typed, ['https:']), { error: 'imageUrlInvalid', abort: true })
  .refine((typed) => mayBePublic(new URL(typed).hostname), 'imageHostPrivate')
  .describe('A public web address that starts with https:// and ends in jpg, gif or png.');
