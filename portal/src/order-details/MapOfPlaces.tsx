import 'leaflet/dist/leaflet.css';
import { circleMarker, latLngBounds, map as openMap, polyline, tileLayer } from 'leaflet';
import { useEffect, useRef } from 'react';
import classes from './OrderDetail.module.css';

interface Place {
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
}

interface MapOfPlacesProps {
  readonly places: readonly Place[];
  /** Address of the tiles, with `{z}`, `{x}` and `{y}`. */
  readonly tiles: string;
  /** HTML. */
  readonly attribution: string;
}

/** Closest zoom: a postal code is no door. */
const CLOSEST = 14;

/** Static; nothing takes the focus. */
export function MapOfPlaces({ places, tiles, attribution }: MapOfPlacesProps) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!container.current) return undefined;
    const map = openMap(container.current, {
      zoomControl: false,
      dragging: false,
      touchZoom: false,
      doubleClickZoom: false,
      scrollWheelZoom: false,
      boxZoom: false,
      keyboard: false,
      fadeAnimation: false,
      zoomAnimation: false,
    });
    // Tile servers learn only the portal's address.
    tileLayer(tiles, { attribution, referrerPolicy: 'origin' }).addTo(map);
    const points = places.map(({ lat, lng }): [number, number] => [lat, lng]);
    polyline(points, { className: classes['way'], interactive: false }).addTo(map);
    for (const { name, lat, lng } of places) {
      circleMarker([lat, lng], { radius: 7, className: classes['place'], interactive: false })
        .bindTooltip(name, { permanent: true, direction: 'top', offset: [0, -8] })
        .addTo(map);
    }
    // The line has no name; the places have.
    map.getPane('overlayPane')?.setAttribute('aria-hidden', 'true');
    map.fitBounds(latLngBounds(points), { padding: [48, 48], maxZoom: CLOSEST });
    return () => {
      map.remove();
    };
  }, [places, tiles, attribution]);
  return <div ref={container} className={classes['canvas']} />;
}
