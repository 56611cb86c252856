import type { CarrierEventOf } from '@portage/contract/orders/carrier';
import type { Order } from '@portage/contract/orders/orders';
import { photoPath } from '@portage/contract/orders/photos';
import type { TrackingEvent } from '@portage/contract/orders/tracking';
import { withScan } from '../orders/record-scan.ts';
import { withEvent } from '../orders/timeline.ts';
import { withPackageNews } from './package-news.ts';

/** A reported status as timelines tell it. */
function toldOf({ id }: Order, report: CarrierEventOf<'STATUS'>): TrackingEvent {
  const { status, at, trackingNumber, city, verificationPhotos, signaturePhotos } = report;
  const paths = (photos: readonly string[]) => photos.map((photo) => photoPath(id, photo));
  return {
    event: status,
    timestamp: at,
    trackingNumber,
    ...(city !== undefined && { location: { city } }),
    ...(verificationPhotos && { verificationPhotosUrls: paths(verificationPhotos) }),
    ...(signaturePhotos && { signaturePhotosUrls: paths(signaturePhotos) }),
  };
}

/**
 * The order with a reported status in its timeline, or in the tracking and the scans of the package
 * that it names, and what is news of it in the timeline. Its own status is as it was.
 */
export function reportStatus(order: Order, report: CarrierEventOf<'STATUS'>): Order {
  const told = toldOf(order, report);
  const tellsOfOrder = report.trackingNumber === order.trackingNumber;
  const reported: Order = tellsOfOrder
    ? { ...order, timelineEvents: withEvent(order.timelineEvents, told) }
    : {
        ...order,
        ...withScan(order, report),
        trackingEvents: withEvent(order.trackingEvents, told),
      };
  return { ...reported, timelineEvents: withPackageNews(reported) };
}
