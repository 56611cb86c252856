import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Caller, type Endpoint, isRawBody } from '@portage/contract/endpoint';
import type { LabelFileFormat } from '@portage/contract/shipstation/integration';
import type { Session } from './session.ts';

/** A signed call of the online shop platform. */
export interface ShopCall {
  /** The domain of the shop. */
  shop: string;
  /** The same each time that the platform sends a webhook again. */
  webhookId: string | undefined;
  /** The JSON object that was signed. */
  body: Readonly<Record<string, unknown>>;
}

/** A call of the ShipStation account of a merchant. */
export interface ShipstationCaller {
  merchantId: string;
  /** The author of what it creates and changes. */
  username: 'shipstation';
  labelFileFormat: LabelFileFormat;
  includePackingSlip: boolean;
}

/** Callers by kind, as authenticators return them. Handlers read `session`. */
export interface CallerIdentities {
  anyone: undefined;
  userOrService: Session;
  user: Session;
  owner: Session;
  carrier: undefined;
  shop: ShopCall;
  shipstation: ShipstationCaller;
}

/** The parts of a call that say who is calling. */
export interface Credentials {
  headers: IncomingHttpHeaders;
  /** The path and query, as they were sent. */
  url: string;
  /** The bytes of the body of an endpoint with a raw body; undefined otherwise. */
  rawBody: Buffer | undefined;
  /** True for an endpoint that asks for a recent sign-in. */
  needsRecentSignIn: boolean;
  /** True when callers without a second factor must have typed their password recently. */
  needsPassword: boolean;
  /** True for one that asks for a second factor shown a short time ago, where the user has one. */
  needsRecentFactor: boolean;
  /** True for an endpoint by which a second factor that is required can be set up. */
  isForSetUp: boolean;
}

/** Says who is calling, or throws why the call may not pass. */
export type Authenticator<C extends Caller> = (
  credentials: Credentials,
) => Promise<CallerIdentities[C]> | CallerIdentities[C];

/** The authenticators of an app: one for each caller that its endpoints name. */
export type Authenticators = { readonly [C in Caller]?: Authenticator<C> };

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once authenticated. */
    session: CallerIdentities[Caller];
  }
  interface FastifyInstance {
    authenticators: Authenticators;
  }
  interface FastifyContextConfig {
    /** The contract's description of the route. */
    endpoint?: Endpoint;
  }
}

/** Gives the routes of an app the table of who may call. */
export function addAuthentication(app: FastifyInstance, authenticators: Authenticators): void {
  app.decorateRequest('session', undefined);
  app.decorate('authenticators', authenticators);
}

/**
 * The hook that authenticates the calls of an endpoint: before the body is read, or after it where the
 * signature is over the body.
 */
export function authenticationHook(
  app: FastifyInstance,
  { mayCall, body, path, ...demands }: Endpoint,
) {
  const authenticate = app.authenticators[mayCall];
  if (!authenticate) throw new Error(`Nothing authenticates ${mayCall}, who may call ${path}`);
  const hook = async (request: FastifyRequest) => {
    const { headers, url } = request;
    const rawBody = Buffer.isBuffer(request.body) ? request.body : undefined;
    request.session = await authenticate({
      headers,
      url,
      rawBody,
      needsRecentSignIn: demands.needsRecentSignIn === true,
      needsPassword: demands.needsPassword === true,
      needsRecentFactor: demands.needsRecentFactor === true,
      isForSetUp: demands.isForSetUp === true,
    });
  };
  return isRawBody(body) ? { preValidation: hook } : { onRequest: hook };
}

/** Reads the token of `Authorization: Bearer …`. */
export function bearerToken(authorization = ''): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** The password of a header `Authorization: Basic …` (RFC 7617). */
export function basicPassword(authorization = ''): string | undefined {
  const [, credentials = ''] = /^Basic +(\S+)$/i.exec(authorization) ?? [];
  const [, password] = /^[^:]*:(.+)$/s.exec(Buffer.from(credentials, 'base64').toString()) ?? [];
  return password;
}
