import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Internet, publicInternet } from '../outgoing/public-address.ts';
import { portOf } from './server-process.ts';

/** The self-signed certificate of `logo.test`, for 100 years. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUeELEa/GgSQ6AgWbe1L6zg6E0Y2AwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9nby50ZXN0MCAXDTI2MTEyMzIwMTQwNVoYDzIxMjYxMDMw
MjAxNDA1WjAUMRIwEAYDVQQDDAlsb2dvLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARzM9lN8UmyeDWDnqglsNjAKd/1x9F/XWQHhMbxevkauPW9ZLN47wWi
fK8KIBrSG0Pl85tolq3uOZ9W9++XmayLo2kwZzAdBgNVHQ4EFgQUJykjj45a9GJA
n+rzKMVgS/tiVbwwHwYDVR0jBBgwFoAUJykjj45a9GJAn+rzKMVgS/tiVbwwFAYD
VR0RBA0wC4IJbG9nby50ZXN0MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwID
RwAwRAIgXMV0q7vOUV5I/+ZvWkBEr6iCdFfpyn0Cpp5o+9/jE5QCIGHRIi6SHAET
PfeEUe+REkgGeAYQp7spnfI3iPO5wXCY
-----END CERTIFICATE-----
`;

const CERTIFICATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg13MuXl4dZrIRNy3r
YI448oWIF035+pxf94X0heUtR9ShRANCAARzM9lN8UmyeDWDnqglsNjAKd/1x9F/
XWQHhMbxevkauPW9ZLN47wWifK8KIBrSG0Pl85tolq3uOZ9W9++XmayL
-----END PRIVATE KEY-----
`;

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** A local web server in place of others, and an internet that leads to it. */
export interface OutsideWorld {
  /** Like the public one, but resolves `names` and reaches this server. */
  internet: Internet;
  /** Addresses by name, one list per lookup; the last repeats. */
  names: Record<string, string[][]>;
  answers: Record<string, Answer>;
  /** Received requests, such as `logo.test/logo.png`. */
  requests: string[];
  /** URL of this server; the host is one of `names`, or a default. */
  url(path: string, host?: string): string;
  /** The same by `https`, with the default host. */
  secureUrl(path: string): string;
}

/** Starts an outside world for a file's tests; each test sets its content. */
export function useOutsideWorld(): OutsideWorld {
  let port = 0;
  let securePort = 0;
  const world: OutsideWorld = {
    internet: {
      async addressesOf(name) {
        if (name === 'logo.test') return ['127.0.0.1'];
        const answers = world.names[name] ?? [];
        return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
      },
      mayReach: (address, to) =>
        (address === '127.0.0.1' && (to === port || to === securePort)) ||
        publicInternet.mayReach(address, to),
    },
    names: {},
    answers: {},
    requests: [],
    url: (path, host = 'logo.test') => `http://${host}:${port}${path}`,
    secureUrl: (path) => `https://logo.test:${securePort}${path}`,
  };
  const answerCall = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname } = new URL(request.url ?? '', 'http://outside.test');
    world.requests.push(`${request.headers.host?.replace(/:\d+$/, '')}${pathname}`);
    const answer = world.answers[pathname];
    if (answer) void answer(request, response);
    else response.writeHead(404).end();
  };
  const server = createServer(answerCall);
  const secure = createSecureServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, answerCall);
  beforeAll(async () => {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), CERTIFICATE]);
    for (const one of [server, secure]) {
      one.listen(0, '127.0.0.1');
      await once(one, 'listening');
    }
    [port, securePort] = [portOf(server), portOf(secure)];
  });
  afterEach(() => {
    server.closeAllConnections();
    secure.closeAllConnections();
    Object.assign(world, { names: {}, answers: {}, requests: [] });
  });
  afterAll(() => {
    server.close();
    secure.close();
  });
  return world;
}

export const sends =
  (file: Buffer): Answer =>
  (_request, response) => {
    response.end(file);
  };

export const redirects =
  (location: string, status = 302): Answer =>
  (_request, response) => {
    response.writeHead(status, { location }).end();
  };
