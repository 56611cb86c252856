import { Resolver } from 'node:dns/promises';
import { isPublicAddress } from './public-address.ts';

export interface Internet {
  /** Empty for unknown names. The signal ends it early. */
  addressesOf(name: string, signal: AbortSignal): Promise<string[]>;
  mayReach(address: string, port: number): boolean;
}

/** Of a name lookup. */
const PATIENCE = { tries: 2, timeout: 1_500 };

/** Ports of web servers. */
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
