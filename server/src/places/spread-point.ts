import type { GeoPoint } from '@portage/contract/address';

/** How far a point is moved at most, in kilometres. */
export const MOST_KILOMETRES = 1.5;

const KILOMETRES_PER_DEGREE = 111.32;

/**
 * A point within 1.5 km of a centroid that follows from a text alone: the same address is always at
 * the same point, and two addresses of one FSA are not on top of each other on a map. It is not
 * where the house is. Points are even over the disc, and rounded to about a metre.
 */
export function spreadPoint(centroid: GeoPoint, text: string): GeoPoint {
  const hash = hashOf(text);
  const angle = ((hash & 0xffff) / 0x10000) * 2 * Math.PI;
  const distance = Math.sqrt((hash >>> 16) / 0x10000) * MOST_KILOMETRES;
  const kilometresPerLongitude = KILOMETRES_PER_DEGREE * Math.cos((centroid.lat * Math.PI) / 180);
  return {
    lat: rounded(centroid.lat + (distance * Math.sin(angle)) / KILOMETRES_PER_DEGREE),
    lng: rounded(centroid.lng + (distance * Math.cos(angle)) / kilometresPerLongitude),
  };
}

/** FNV-1a, 32 bits: the same on every machine and in every version. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash >>> 0;
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
