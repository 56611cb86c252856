import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** Passes bytes, refuses connections, or accepts them without passing any. */
type LinkState = 'up' | 'down' | 'silent';

/** A TCP proxy between servers and another program, which a scenario can break. */
export interface Link {
  port: number;
  /** Its target; changes when the other program restarts. */
  target: number;
  /** Milliseconds of delay in each direction. */
  delay: number;
  /** Called before the client's bytes are passed on. */
  onSent: (() => void) | undefined;
  set(state: LinkState): Promise<void>;
  /** Drops its connections silently: both sides keep them open. */
  forget(): void;
}

/** Opens a link to a port of this machine until the test has finished. */
export async function openLink(target: number): Promise<Link> {
  let state: LinkState = 'up';
  const isSilent = () => state === 'silent';
  const ends = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect(link.target, '127.0.0.1');
    let isForgotten = false;
    forgetters.add(() => {
      isForgotten = true;
    });
    const pass = (from: net.Socket, to: net.Socket, onChunk?: () => void) => {
      ends.add(from);
      from.setNoDelay(true);
      // Keeps the sequence of chunks.
      let last = Promise.resolve();
      from.on('data', (chunk) => {
        const due = performance.now() + link.delay;
        last = last.then(async () => {
          const wait = due - performance.now();
          if (wait > 0) await setTimeout(wait);
          while (isSilent() && !from.destroyed) await setTimeout(20);
          if (isForgotten || to.destroyed) return;
          onChunk?.();
          to.write(chunk);
        });
      });
      from.on('error', () => undefined);
      from.once('close', () => {
        ends.delete(from);
        if (!isForgotten) void last.then(() => to.destroy());
      });
    };
    pass(client, upstream, () => link.onSent?.());
    pass(upstream, client);
  });
  const forgetters = new Set<() => void>();
  const listen = async (port: number) => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  };
  const endAll = () => {
    for (const end of ends) end.destroy();
  };
  const link: Link = {
    port: await listen(0),
    target,
    delay: 0,
    onSent: undefined,
    async set(next) {
      if (next === 'down') {
        endAll();
        if (server.listening) server.close();
      } else if (!server.listening) await listen(link.port);
      state = next;
    },
    forget() {
      for (const forget of forgetters) forget();
      forgetters.clear();
    },
  };
  onTestFinished(() => {
    state = 'up';
    endAll();
    if (server.listening) server.close();
  });
  return link;
}
