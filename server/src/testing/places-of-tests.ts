import { embeddedPlaces } from '../places/embedded-places.ts';
import type { Places } from '../places/places.ts';

let places: Places | undefined;

/** Embedded places with an index per test process: building it takes half a server's start. */
export function placesOfTests(): Places {
  places ??= embeddedPlaces();
  // A copy, for tests that replace methods.
  return { ...places };
}

/** Places that wait for other work, once, before they locate. */
export function placesAfter(work: () => Promise<unknown>): Places {
  const places = placesOfTests();
  let working: Promise<unknown> | undefined;
  return {
    ...places,
    locate: async (address) => {
      await (working ??= work());
      return places.locate(address);
    },
  };
}
