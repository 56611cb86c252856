import { embeddedPlaces } from '../places/embedded-places.ts';
import type { Places } from '../places/places.ts';

let places: Places | undefined;

/**
 * The places that ship with Portage, of which all servers of a test process share the index: to build
 * it takes as long as all else of a server's start.
 */
export function placesOfTests(): Places {
  places ??= embeddedPlaces();
  // An object of the caller's own, for tests that put something in the place of a part.
  return { ...places };
}
