import { isIPv6 } from 'node:net';

/** Takes the shortest form. */
function groupsOf(shortest: string): number[] {
  const [head = '', tail = ''] = shortest.split('::');
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [read(head), read(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/** Some proxies add a port, which differs by connection. */
function withoutPort(address: string): string {
  const [, inBrackets, ipv4] = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/.exec(address) ?? [];
  return inBrackets ?? ipv4 ?? address;
}

/** An IPv4 address, also written as IPv6, or the /64 network of IPv6. Keeps other texts. */
export function networkOf(address: string): string {
  const [plain = ''] = withoutPort(address).split('%', 1); // `fe80::1%eth0` names the network card, too
  if (!isIPv6(plain)) return plain;
  // The URL standard writes the shortest form.
  const groups = groupsOf(new URL(`http://[${plain}]`).hostname.slice(1, -1));
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 6).join() === '0,0,0,0,0,65535';
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
