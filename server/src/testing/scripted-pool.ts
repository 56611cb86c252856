import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose';
import { afterAll, beforeAll, vi } from 'vitest';
import type { CognitoSettings } from '../env.ts';

export interface ScriptedAnswer {
  status: number;
  body: object;
}

/** A double of Cognito with scripted answers, for cases that no emulator has. */
export interface ScriptedPool {
  settings: CognitoSettings;
  /** Its published keys; undefined makes it answer 503. */
  keys: JWK[] | undefined;
  /** Answers by operation, such as `InitiateAuth`; others are 500. */
  answers: Record<string, ScriptedAnswer>;
  /** Received operations with their bodies. */
  calls: { operation: string; body: Record<string, unknown> }[];
  /** Makes a key of the service's kind, which signs claims. */
  makeKey(kid: string): Promise<PoolKey>;
}

export interface PoolKey {
  jwk: JWK;
  sign(claims: JWTPayload): Promise<string>;
}

export const reply = (body: object): ScriptedAnswer => ({ status: 200, body });

export const fault = (name: string, status = 400): ScriptedAnswer => ({
  status,
  body: { __type: name, message: name },
});

async function makeKey(kid: string): Promise<PoolKey> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  return {
    jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' },
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey),
  };
}

/** Starts a scripted pool before a file's tests and stops it after them. */
export function useScriptedPool(): ScriptedPool {
  const pool: ScriptedPool = {
    settings: {
      provider: 'cognito',
      poolId: 'local_Scripted',
      clientId: 'client',
      region: 'local',
      endpoint: undefined,
    },
    keys: [],
    answers: {},
    calls: [],
    makeKey,
  };
  const server = createServer((request, response) => {
    const send = ({ status, body }: ScriptedAnswer) => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify(body));
    };
    if (request.method === 'GET') {
      send(pool.keys ? reply({ keys: pool.keys }) : fault('ServiceUnavailable', 503));
      return;
    }
    void json(request).then((body) => {
      const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
      pool.calls.push({ operation, body: body as Record<string, unknown> });
      send(pool.answers[operation] ?? fault('InternalErrorException', 500));
    });
  });
  beforeAll(async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    pool.settings.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
    vi.unstubAllEnvs();
  });
  return pool;
}
