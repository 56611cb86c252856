import { lookup } from 'node:dns/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Env } from '../env.ts';
import { type Internet, publicInternet } from '../outgoing/internet.ts';
import { embeddedPlaces } from './embedded-places.ts';
import { googlePlaces } from './google-places.ts';
import { osmPlaces } from './osm-places.ts';
import type { Places } from './places.ts';
import { PLACES_TIMEOUT } from './places-provider.ts';
import { providedPlaces } from './provided-places.ts';

/** Services that the operator names may be on the operator's own network. */
const operatorsInternet: Internet = {
  async addressesOf(name) {
    const found = await lookup(name, { all: true }).catch(() => []);
    return found.map(({ address }) => address);
  },
  mayReach: () => true,
};

/** The places that the settings choose: the embedded ones, alone or below those of a service. */
export function openPlaces(settings: Env['places'], deps: { clock: Clock; log: Logger }): Places {
  const embedded = embeddedPlaces();
  if (settings.provider === 'embedded') return embedded;
  const timeout = PLACES_TIMEOUT;
  const provider =
    settings.provider === 'google'
      ? googlePlaces(settings.key, { internet: publicInternet, timeout })
      : osmPlaces(settings, { internet: operatorsInternet, timeout });
  return providedPlaces(provider, embedded, deps);
}
