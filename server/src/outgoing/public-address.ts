import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface Internet {
  /** Empty for unknown names. The signal ends it early. */
  addressesOf(name: string, signal: AbortSignal): Promise<string[]>;
  mayReach(address: string, port: number): boolean;
}

/** Limits tries and time (ms) of a name lookup. */
const PATIENCE = { tries: 2, timeout: 1_500 };

const WEB_PORTS = [80, 443];

/** Asks DNS alone: no hosts file or search domains, and slow name servers block no thread. */
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

/** All public IPv6. Loopback, private networks and IPv4 written as IPv6 lie outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** The host of machines on Azure; the library does not know it. */
const AZURE_HOST = '168.63.129.16';

/**
 * False for our own machine and network in any notation, other special-purpose networks such as
 * those of cloud metadata, and other texts.
 */
export function isPublicAddress(address: string): boolean {
  const isPlain = isIP(address) !== 0 && !address.includes('%');
  if (!isPlain || address === AZURE_HOST) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)) return false;
  return parsed.range() === 'unicast';
}
