import { Resolver } from 'node:dns/promises';
import { isPublicAddress } from './public-address.ts';

/** Name resolution and the rule of reachable addresses. */
export interface Internet {
  /** The IP addresses of a name, none where it has none. Ends early when the signal is aborted. */
  addressesOf(name: string, signal: AbortSignal): Promise<string[]>;
  /** Tells whether a connection to a port of an IP address is allowed. */
  mayReach(address: string, port: number): boolean;
}

/** Attempts and timeout of a name lookup. */
const PATIENCE = { tries: 2, timeout: 1_500 };

/** Web servers are on these; other ports are none of a picture's business. */
const WEB_PORTS = [80, 443];

/**
 * The public internet. Names are looked up in the DNS alone: neither the hosts file nor the search
 * domains of our own network count, and a slow name server holds up none of Node's threads.
 */
export const publicInternet: Internet = {
  async addressesOf(name, signal) {
    const resolver = new Resolver(PATIENCE);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    signal.removeEventListener('abort', cancel);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  },
  mayReach: (address, port) => isPublicAddress(address) && WEB_PORTS.includes(port),
};
