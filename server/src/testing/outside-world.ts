import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Internet, publicInternet } from '../outgoing/internet.ts';
import { portOf } from './server-process.ts';

/** How a web server answers a request. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** A web server on this machine that stands for those of others, and the internet that leads to it. */
export interface OutsideWorld {
  /** As the public one, except that this web server may be reached and names are those of `names`. */
  internet: Internet;
  /** The addresses of names, for each question the next; the last again and again. */
  names: Record<string, string[][]>;
  /** What it answers by path; others are 404. */
  answers: Record<string, Answer>;
  /** The requests that came, such as `logo.test/logo.png`. */
  requests: string[];
  /** An address of this web server; its host is one of `names`, or the name that always leads to it. */
  url(path: string, host?: string): string;
}

/** Starts an outside world for the tests of a file; each test says what it holds. */
export function useOutsideWorld(): OutsideWorld {
  let port = 0;
  const world: OutsideWorld = {
    internet: {
      async addressesOf(name) {
        if (name === 'logo.test') return ['127.0.0.1'];
        const answers = world.names[name] ?? [];
        return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
      },
      mayReach: (address, to) =>
        (address === '127.0.0.1' && to === port) || publicInternet.mayReach(address, to),
    },
    names: {},
    answers: {},
    requests: [],
    url: (path, host = 'logo.test') => `http://${host}:${port}${path}`,
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://outside.test');
    world.requests.push(`${request.headers.host?.replace(/:\d+$/, '')}${pathname}`);
    const answer = world.answers[pathname];
    if (answer) void answer(request, response);
    else response.writeHead(404).end();
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = portOf(server);
  });
  afterEach(() => {
    server.closeAllConnections();
    Object.assign(world, { names: {}, answers: {}, requests: [] });
  });
  afterAll(() => {
    server.close();
  });
  return world;
}

/** Answers with a file. */
export const sends =
  (file: Buffer): Answer =>
  (_request, response) => {
    response.end(file);
  };

/** Sends on to another address. */
export const redirects =
  (location: string, status = 302): Answer =>
  (_request, response) => {
    response.writeHead(status, { location }).end();
  };
