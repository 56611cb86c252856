import { onTestFinished } from 'vitest';
import type { Deps } from '../deps.ts';
import { buildServer, type ServerOptions } from '../server.ts';

/** Builds a server until the test ends. */
export async function useServer(deps: Deps, options: ServerOptions = {}) {
  const app = await buildServer(deps, options);
  onTestFinished(() => app.close());
  return app;
}

/** Such a server on a free port. */
export async function useListeningServer(deps: Deps, options?: ServerOptions) {
  const app = await useServer(deps, options);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, address, port: Number(new URL(address).port) };
}
