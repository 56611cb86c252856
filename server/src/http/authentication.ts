import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Caller, type Endpoint, isRawBody } from '@portage/contract/endpoint';
import type { LabelFileFormat } from '@portage/contract/shipstation/integration';
import type { Session } from './session.ts';

export interface ShopCall {
  shop: string;
  /** Equal when the platform repeats a webhook. */
  webhookId: string | undefined;
  /** The signed JSON. */
  body: Readonly<Record<string, unknown>>;
}

export interface ShipstationCaller {
  merchantId: string;
  /** Author of what it creates and changes. */
  username: 'shipstation';
  labelFileFormat: LabelFileFormat;
  includePackingSlip: boolean;
}

/** Handlers read `session`. */
export interface CallerIdentities {
  anyone: undefined;
  userOrService: Session;
  user: Session;
  owner: Session;
  carrier: undefined;
  shop: ShopCall;
  shipstation: ShipstationCaller;
}

export interface Credentials {
  headers: IncomingHttpHeaders;
  /** As sent. */
  url: string;
  /** Undefined unless the body is raw. */
  rawBody: Buffer | undefined;
  /** Its demands on the sign-in. */
  endpoint: Endpoint;
}

/** Throws to refuse. */
export type Authenticator<C extends Caller> = (
  credentials: Credentials,
) => Promise<CallerIdentities[C]> | CallerIdentities[C];

/** One for each caller of the app's endpoints. */
export type Authenticators = { readonly [C in Caller]?: Authenticator<C> };

declare module 'fastify' {
  interface FastifyRequest {
    session: CallerIdentities[Caller];
  }
  interface FastifyInstance {
    authenticators: Authenticators;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export function addAuthentication(app: FastifyInstance, authenticators: Authenticators): void {
  app.decorateRequest('session', undefined);
  app.decorate('authenticators', authenticators);
}

/** Runs before the body is read, or after it for signed bodies. */
export function authenticationHook(app: FastifyInstance, endpoint: Endpoint) {
  const { mayCall, body, path } = endpoint;
  const authenticate = app.authenticators[mayCall];
  if (!authenticate) throw new Error(`Nothing authenticates ${mayCall}, who may call ${path}`);
  const hook = async (request: FastifyRequest) => {
    const { headers, url } = request;
    const rawBody = Buffer.isBuffer(request.body) ? request.body : undefined;
    request.session = await authenticate({ headers, url, rawBody, endpoint });
  };
  return isRawBody(body) ? { preValidation: hook } : { onRequest: hook };
}

/** `Authorization: Bearer …`. */
export function bearerToken(authorization = ''): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** `Authorization: Basic …` (RFC 7617). */
export function basicPassword(authorization = ''): string | undefined {
  const [, credentials = ''] = /^Basic +(\S+)$/i.exec(authorization) ?? [];
  const [, password] = /^[^:]*:(.+)$/s.exec(Buffer.from(credentials, 'base64').toString()) ?? [];
  return password;
}
