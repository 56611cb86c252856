import type { Internet } from '../outgoing/internet.ts';
import { guardedFetch, OutgoingFailed } from '../outgoing/guarded-fetch.ts';
import { LogoUnusable } from './logo-unusable.ts';

/** One of 400 × 400 pixels (spec 2 §9) is a tenth of the size. */
const LIMITS = { timeout: 5_000, maxBytes: 512 * 1024, maxRedirects: 2 };

const HEADERS = {
  accept: 'image/png, image/jpeg, image/gif',
  'user-agent': 'Portage (logos for shipping labels)',
};

/**
 * The file at the address that a merchant gave for a logo, at most 512 KiB. Raises `LogoUnusable`.
 */
export async function fetchLogo(
  address: string,
  { internet, signal }: { internet: Internet; signal: AbortSignal },
): Promise<Buffer> {
  try {
    const limits = { ...LIMITS, internet, signal };
    const { status, body } = await guardedFetch(address, limits, { headers: HEADERS });
    if (status !== 200) throw new LogoUnusable(`its host answers ${status}`);
    return body;
  } catch (error) {
    if (error instanceof OutgoingFailed) throw new LogoUnusable(error.message, { cause: error });
    throw error;
  }
}
