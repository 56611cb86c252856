import type { FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { addressRoutes, placeRoutes } from './addresses/address-routes.ts';
import { carrierAuthenticator } from './carrier/carrier-keys.ts';
import { contactRoutes } from './contact/contact-routes.ts';
import { dashboardRoutes } from './dashboard/dashboard-routes.ts';
import type { Demo } from './demo.ts';
import type { Deps } from './deps.ts';
import { type ApiDocument, referenceRoutes } from './http/api-document.ts';
import { addAuthentication, type Authenticators } from './http/authentication.ts';
import type { LimitCalls } from './http/call-limits.ts';
import { keepAnswersPrivate, answerUnknownRoutes } from './http/private-answers.ts';
import { type ReportForgery, reportRejectedCalls } from './http/report-rejected-calls.ts';
import { readJsonBodies } from './http/request-body.ts';
import { recordRejectedCall, sessionAuthenticators } from './identity/authenticate-session.ts';
import { importRoutes } from './imports/import-routes.ts';
import { locationRoutes } from './locations/location-routes.ts';
import { flagRoutes, merchantRoutes } from './merchants/merchant-routes.ts';
import {
  orderChangeRoutes,
  orderEditRoutes,
  orderRoutes,
  orderReadinessRoutes,
} from './orders/order-routes.ts';
import { packagePresetRoutes } from './package-presets/package-preset-routes.ts';
import { carrierRoutes } from './photos/carrier-routes.ts';
import { labelRoutes } from './printing/label-routes.ts';
import { rateRoutes } from './rates/rate-routes.ts';
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts';
import { shipstationAuthenticator } from './shipstation/connect-account.ts';
import { connectRoutes } from './shipstation/connect-routes.ts';
import { shipstationRoutes } from './shipstation/shipstation-routes.ts';
import { sessionRoutes } from './sign-in/session-routes.ts';
import { signUpRoutes } from './sign-ups/sign-up-routes.ts';
import { userRoutes } from './users/user-routes.ts';
import { viewRoutes } from './views/view-routes.ts';

export interface CallsOptions {
  limitCalls: LimitCalls;
  apiDocument: ApiDocument;
}

/** Validates, limits, authenticates and describes calls. Returns the reporter of wrong signatures. */
export async function prepareCalls(
  app: FastifyInstance,
  deps: Deps,
  { limitCalls, apiDocument }: CallsOptions,
  authenticators: Authenticators,
  tag?: string,
): Promise<ReportForgery> {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  keepAnswersPrivate(app);
  answerUnknownRoutes(app);
  readJsonBodies(app);
  limitCalls(app);
  const reportForgery = reportRejectedCalls(app, deps.clock, (rejected) =>
    recordRejectedCall(deps, rejected),
  );
  const anyone = () => undefined;
  addAuthentication(app, { anyone, ...sessionAuthenticators(deps), ...authenticators });
  await apiDocument.describe(app, tag);
  return reportForgery;
}

/** Includes its OpenAPI document and reference page. */
export async function apiApp(
  app: FastifyInstance,
  deps: Deps,
  options: CallsOptions,
  demo: Demo | undefined,
): Promise<void> {
  await prepareCalls(app, deps, options, {
    carrier: carrierAuthenticator(deps.db),
    shipstation: shipstationAuthenticator(deps),
  });

  sessionRoutes(app, deps);
  userRoutes(app, deps);
  secondFactorRoutes(app, deps);
  merchantRoutes(app, deps);
  locationRoutes(app, deps);
  flagRoutes(app, deps);
  addressRoutes(app, deps);
  orderRoutes(app, deps);
  orderReadinessRoutes(app, deps);
  orderEditRoutes(app, deps);
  orderChangeRoutes(app, deps);
  viewRoutes(app, deps);
  packagePresetRoutes(app, deps);
  importRoutes(app, deps);
  dashboardRoutes(app, deps);
  rateRoutes(app, deps);
  placeRoutes(app, deps);
  labelRoutes(app, deps);
  carrierRoutes(app, deps);
  signUpRoutes(app, deps);
  contactRoutes(app, deps);
  shipstationRoutes(app, deps);
  connectRoutes(app, deps);
  demo?.addRoutes(app, deps);

  await app.register(referenceRoutes, options);
}
