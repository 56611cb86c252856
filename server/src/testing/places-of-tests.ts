import { embeddedPlaces } from '../places/embedded-places.ts';
import type { Places } from '../places/places.ts';

let places: Places | undefined;

/** Embedded places with an index per test process: building it takes half a server's start. */
export function placesOfTests(): Places {
  places ??= embeddedPlaces();
  // A copy, for tests that replace methods.
  return { ...places };
}
