import type { Order } from '@portage/contract/orders/orders';
import { photoEndpoints } from '@portage/contract/orders/photos';
import type { TrackingEvent } from '@portage/contract/orders/tracking';

/** A photo that the carrier took. */
export interface EventPhoto {
  readonly kind: 'verification' | 'signature' | 'completion';
  /** Its path below the API’s base address, or its address on the web. */
  readonly place: string;
}

/** The photos of an event, those of the delivery before those of the signature. */
export function photosOf(event: TrackingEvent): EventPhoto[] {
  const { verificationPhotosUrls = [], signaturePhotosUrls = [] } = event;
  return [
    ...verificationPhotosUrls.map((place) => ({ kind: 'verification', place }) as const),
    ...signaturePhotosUrls.map((place) => ({ kind: 'signature', place }) as const),
  ].filter(canBeOpened);
}

/** The photos that the driver took at a stop. */
export function photosOfTask({ completionPhotosUrl = [] }: Order['tasks'][number]): EventPhoto[] {
  return completionPhotosUrl
    .map((place) => ({ kind: 'completion', place }) as const)
    .filter(canBeOpened);
}

const canBeOpened = ({ place }: EventPhoto) => isPhotoPath(place) || isOnTheWeb(place);

const PHOTO_PATH = new RegExp(
  `^${photoEndpoints.get.path.replaceAll(/\{\w+\}/g, '[0-9a-f-]{36}')}$`,
);

/** Whether a photo is kept by Portage: its path needs the session, so that a browser cannot open it. */
export const isPhotoPath = (place: string): boolean => PHOTO_PATH.test(place);

/** Other systems of the carrier name addresses: one that would do anything but open a page is none. */
function isOnTheWeb(place: string): boolean {
  const protocol = URL.parse(place)?.protocol;
  return protocol === 'https:' || protocol === 'http:';
}
