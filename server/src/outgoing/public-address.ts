import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

export interface Internet {
  /** Empty for unknown names. The signal ends it early. */
  addressesOf(name: string, signal: AbortSignal): Promise<string[]>;
  mayReach(address: string, port: number): boolean;
}

/** Of a name lookup. */
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

/** Special-purpose networks (RFC 6890, IANA's registries), multicast, cloud metadata. */
const NOT_PUBLIC = {
  ipv4: [
    '0.0.0.0/8', // this network
    '10.0.0.0/8', // private
    '100.64.0.0/10', // between a provider and its customers
    '127.0.0.0/8', // loopback
    '168.63.129.16/32', // the host of machines on Azure
    '169.254.0.0/16', // link-local, and what clouds tell their machines
    '172.16.0.0/12', // private
    '192.0.0.0/24', // protocol assignments
    '192.0.2.0/24', // documentation
    '192.88.99.0/24', // relays from IPv6, deprecated
    '192.168.0.0/16', // private
    '198.18.0.0/15', // benchmarks
    '198.51.100.0/24', // documentation
    '203.0.113.0/24', // documentation
    '224.0.0.0/4', // multicast
    '240.0.0.0/4', // reserved, and broadcast
  ],
  ipv6: [
    '2001::/23', // protocol assignments, such as Teredo
    '2001:db8::/32', // documentation
    '2002::/16', // 6to4, which holds any IPv4 address
    '3fff::/20', // documentation
  ],
} as const;

/** All public IPv6; loopback, private, multicast and mapped IPv4 lie outside. */
const GLOBAL_UNICAST = '2000::/3';

function blockListOf(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const notPublic4 = blockListOf('ipv4', NOT_PUBLIC.ipv4);
const notPublic6 = blockListOf('ipv6', NOT_PUBLIC.ipv6);
const global6 = blockListOf('ipv6', [GLOBAL_UNICAST]);

/** False for our own machine and network in any notation, and for other texts. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic4.check(address, 'ipv4');
  if (family === 6) return global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
  return false;
}
