import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Drops a port that some proxies add, which differs by connection. */
function withoutPort(address: string): string {
  const [, inBrackets, ipv4] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? [];
  return inBrackets ?? ipv4 ?? address;
}

/** An IPv4 address, also written as IPv6, or the /64 network of IPv6. Keeps other texts. */
export function networkOf(address: string): string {
  const [plain = ''] = withoutPort(address).split('%', 1); // `fe80::1%eth0` names the network card, too
  if (!isIPv6(plain)) return plain;
  // The library takes `::1.2.3.4` for IPv4; a URL writes it without dots.
  const parsed = ipaddr.process(new URL(`http://[${plain}]`).hostname.slice(1, -1));
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
