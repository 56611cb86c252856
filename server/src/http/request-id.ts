import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

/** Ids that fit into a log line, a header and a JSON text as they are. */
const WELL_FORMED = /^[\w.:=/+-]{8,128}$/;

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Tells if an address is among addresses and networks such as 10.0.0.0/8. */
function isAmong(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = familyOf(address);
    list.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (address) => list.check(address, familyOf(address));
}

/** Returns the `X-Request-Id` of a trusted proxy when it is well formed, else a new id. */
export function requestIds(trustedProxies: readonly string[]): (raw: IncomingMessage) => string {
  const isTrusted = isAmong(trustedProxies);
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const isUsable =
      typeof given === 'string' && WELL_FORMED.test(given) && isTrusted(socket.remoteAddress ?? '');
    return isUsable ? given : randomUUID();
  };
}
