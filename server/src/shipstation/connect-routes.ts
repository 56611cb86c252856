import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { errorCatalogue, type ErrorCode } from '@portage/contract/errors';
import { connectEndpoints, ConnectOperation } from '@portage/contract/shipstation/connect';
import { type ConnectError, connectStatusOf } from '@portage/contract/shipstation/connect-shapes';
import type { ApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { apiErrorOf, localeOf } from '../problem.ts';
import { register } from './connect-account.ts';
import { createLabel } from './create-label.ts';
import { getRates } from './get-rates.ts';
import { cancelPickup, createManifest, schedulePickup, voidLabels } from './hand-over.ts';
import { insertCall } from './shipstation-queries.ts';
import { trackShipment } from './track-shipment.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Result of ShipStation's call, shown to the merchant. */
    connectResult: { code?: ErrorCode; trackingNumber?: string } | undefined;
  }
}

function connectError(error: ApiError, request: FastifyRequest): ConnectError {
  const locale = localeOf(request);
  const fields = error.fieldErrors?.(locale).map(({ path, message }) => `${path}: ${message}`);
  const { status } = errorCatalogue[error.code];
  const [, kind] = connectStatusOf(status);
  const messages = fields && fields.length > 0 ? fields : [error.detail(locale)];
  return {
    errors: messages,
    detailed_errors: messages.map((message) => ({
      standardized_error_code: kind,
      external_error_code: error.code,
      message,
      external_http_status_code: status,
      raw_external_context: `request ${request.id}`,
    })),
  };
}

function answerError(error: FastifyError | ApiError, request: FastifyRequest, reply: FastifyReply) {
  const apiError = apiErrorOf(error, request);
  if (errorCatalogue[apiError.code].status >= 500) request.failure = error;
  request.connectResult = { ...request.connectResult, code: apiError.code };
  const { code, retryAfter } = apiError;
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter);
  const [status] = connectStatusOf(errorCatalogue[code].status);
  if (status === 401) void reply.header('www-authenticate', 'Basic realm="Portage"');
  return reply.code(status).send(connectError(apiError, request));
}

/** Undefined unless the answer is about one shipment. */
function trackingNumberOf(answer: unknown): string | undefined {
  const { tracking_number: own, tracking_info: info } = (answer ?? {}) as {
    tracking_number?: string;
    tracking_info?: { tracking_number?: string };
  };
  return own ?? info?.tracking_number;
}

const operationOf = ({ routeOptions }: FastifyRequest) =>
  ConnectOperation.safeParse(routeOptions.config.endpoint?.path.split('/').at(-1)).data;

/** The operations of ShipEngine Connect: answers and errors have the published shapes. */
export function connectRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const record = (
    merchantId: string,
    operation: ConnectOperation,
    { status, code, trackingNumber }: { status: number; code?: ErrorCode; trackingNumber?: string },
  ) => {
    const at = clock.now();
    return insertCall(db, merchantId, {
      // Machine time, so that calls of one millisecond stay in sequence.
      id: uuidv7(),
      at,
      operation,
      status,
      code,
      trackingNumber,
    });
  };

  void app.register(async (own) => {
    own.decorateRequest('connectResult', undefined);
    own.setErrorHandler(answerError);
    own.addHook('preSerialization', async (request, _reply, answer) => {
      const trackingNumber = trackingNumberOf(answer);
      if (trackingNumber) request.connectResult = { ...request.connectResult, trackingNumber };
      return answer;
    });
    // Before the answer, so that the merchant sees the call at once.
    own.addHook('onSend', async (request, reply) => {
      const { session } = request;
      const operation = operationOf(request);
      if (!operation || !session || !('merchantId' in session)) return;
      await record(session.merchantId, operation, {
        status: reply.statusCode,
        ...request.connectResult,
      }).catch((error: unknown) =>
        request.log.error({ err: error }, 'a call of ShipStation could not be recorded'),
      );
    });

    addRoute(own, connectEndpoints.Register, async ({ body, address }) => {
      const { caller, ...answer } = await register(deps, {
        key: body.registration_info.api_key,
        connectionId: body.metadata?.['connection_id'],
        address,
      });
      await record(caller.merchantId, 'Register', { status: 200 });
      return answer;
    });
    addRoute(own, connectEndpoints.GetRates, ({ session, body, locale }) =>
      getRates(deps, session.merchantId, body, locale),
    );
    addRoute(own, connectEndpoints.CreateLabel, ({ session, body, locale }) =>
      createLabel(deps, { caller: session, request: body, locale }),
    );
    addRoute(own, connectEndpoints.VoidLabels, ({ session, body, locale }) =>
      voidLabels(deps, session, body.void_requests, locale),
    );
    addRoute(own, connectEndpoints.Track, ({ session, body, locale }) => {
      const identifier = body.identifiers?.find(({ type }) => type === 'tracking_number');
      const number = body.tracking_number ?? identifier?.value ?? '';
      return trackShipment(deps, session.merchantId, number, locale);
    });
    addRoute(own, connectEndpoints.CreateManifest, ({ session, body }) =>
      createManifest(deps, session, body),
    );
    addRoute(own, connectEndpoints.SchedulePickup, ({ session, body, locale }) =>
      schedulePickup(deps, session, body, locale),
    );
    addRoute(own, connectEndpoints.CancelPickup, ({ session, body, locale }) =>
      cancelPickup(deps, session, body.confirmation.confirmation_id, locale),
    );
  });
}
