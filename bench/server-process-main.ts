import { openLog } from '../server/src/log.ts';
import { startBenchServer } from './bench-server.ts';

/** State reported by the server process. */
export interface ServerState {
  /** Base address of its API. */
  api: string;
  /** Bytes held now, held at most, and in use. */
  memory: number;
  mostMemory: number;
  usedMemory: number;
}

const server = await startBenchServer(process.argv[2] ?? '', openLog('error'), {
  isLimited: process.argv[3] === 'limited',
});

function state(): ServerState {
  // Collects garbage so that it does not count as used memory.
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return {
    api: server.api,
    memory: rss,
    mostMemory: process.resourceUsage().maxRSS * 1024,
    usedMemory: heapUsed + external,
  };
}

process.on('message', () => process.send?.(state()));
process.send?.(state());
