import type { Order } from '@portage/contract/orders/orders';
import { PHOTO_LINK_LASTS, photoEndpoints } from '@portage/contract/orders/photos';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { callKey } from '../../lib/call-query.ts';
import { addressOf } from '../../lib/request.ts';
import { isPhotoPath, photosOf, photosOfTask } from './event-photos.ts';

/** How long a link is in use before it is renewed, in milliseconds: whoever clicks the last one has time. */
const RENEWED_AFTER = PHOTO_LINK_LASTS / 2;

/**
 * Opens the photos of an order’s events and stops while they show. `addressOfPhoto` says under which address a
 * photo opens: undefined as long as that is not known, null when there is no such photo.
 */
export function usePhotoLinks(order: Order, isShown: boolean) {
  const { id, timelineEvents, trackingEvents, tasks } = order;
  const ofEvents = [...timelineEvents, ...trackingEvents].flatMap(photosOf);
  const paths = [...ofEvents, ...tasks.flatMap(photosOfTask)]
    .map(({ place }) => place)
    .filter(isPhotoPath);
  const links = useQuery({
    queryKey: [...callKey(photoEndpoints.listLinks, { params: { id } }), paths],
    queryFn: ({ signal }) => callApi(photoEndpoints.listLinks, { params: { id } }, { signal }),
    enabled: isShown && paths.length > 0,
    staleTime: RENEWED_AFTER,
    refetchInterval: RENEWED_AFTER,
    placeholderData: keepPreviousData,
    select: (answer) => new Map(answer.links.map(({ path, url }) => [path, addressOf(url)])),
  });

  function addressOfPhoto(place: string): string | null | undefined {
    if (!isPhotoPath(place)) return place;
    return links.data ? (links.data.get(place) ?? null) : undefined;
  }
  return {
    addressOfPhoto,
    error: links.data ? null : links.error,
    retry: () => void links.refetch(),
  };
}

/** What `usePhotoLinks` gives. */
export type PhotoLinks = ReturnType<typeof usePhotoLinks>;
