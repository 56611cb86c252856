import type { TrackingEvent } from '@portage/contract/tracking';

/** A photo that the carrier took. */
export interface EventPhoto {
  readonly kind: 'verification' | 'signature';
  readonly url: string;
}

/** The photos of an event, those of the delivery before those of the signature. */
export function photosOf(event: TrackingEvent): EventPhoto[] {
  const { verificationPhotosUrls = [], signaturePhotosUrls = [] } = event;
  return [
    ...verificationPhotosUrls.map((url) => ({ kind: 'verification', url }) as const),
    ...signaturePhotosUrls.map((url) => ({ kind: 'signature', url }) as const),
  ].filter(({ url }) => isOnTheWeb(url));
}

/** The carrier's systems name the addresses: one that would do anything but open a page is none. */
function isOnTheWeb(url: string): boolean {
  const protocol = URL.parse(url)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}
