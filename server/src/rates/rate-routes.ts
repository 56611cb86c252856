import type { FastifyInstance } from 'fastify';
import type { Locale } from '@portage/contract/locale';
import { orderCutoffEndpoints } from '@portage/contract/orders/order-cutoff';
import { rateEndpoints, type RateRequest } from '@portage/contract/rates/rates';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { getMerchant, getShipper } from '../merchants/get-merchant.ts';
import { listWindows } from './list-windows.ts';
import { nextSameDayCutoff } from './promise-delivery.ts';
import { explainRates, quoteRates } from './quote-rates.ts';
import { findServiceArea } from './service-area.ts';
import { END_OF_DAY } from './ship-by.ts';

export function rateRoutes(app: FastifyInstance, { db, clock, tariffs }: Deps): void {
  /** The origin is the main location by default. */
  async function shipmentOf(merchantId: string, body: RateRequest, locale: Locale) {
    const shipper = await getShipper(db, merchantId);
    const at = clock.now();
    return {
      ...shipper,
      tariff: tariffs.at(at),
      origin: body.originPostalCode ?? shipper.merchant.merchantLocation.postalCode,
      destination: body.postalCode,
      packages: body.packages ?? [],
      at,
      locale: body.language ?? locale,
    };
  }

  addRoute(app, rateEndpoints.quote, async ({ session, body, locale }) => {
    const quote = quoteRates(await shipmentOf(session.merchantId, body, locale));
    return 'failure' in quote ? [] : quote.rates;
  });

  addRoute(app, rateEndpoints.explain, async ({ session, body, locale }) =>
    explainRates(await shipmentOf(session.merchantId, body, locale)),
  );

  addRoute(app, rateEndpoints.windows, async ({ session, query }) =>
    listWindows({
      tariff: tariffs.at(clock.now()),
      origin: query.originPostalCode,
      destination: query.postalCode,
      at: clock.now(),
      merchant: await getMerchant(db, session.merchantId),
    }),
  );

  addRoute(app, orderCutoffEndpoints.sameDay, async ({ session }) => {
    const merchant = await getMerchant(db, session.merchantId);
    const { timeZone, merchantLocation, deliveryConstraintsByWeek } = merchant;
    const now = clock.now();
    const tariff = tariffs.at(now);
    const area = findServiceArea(tariff, merchantLocation.postalCode)?.metro ?? '';
    const cutoff = tariff.promiseOf('SAMEDAY', area)?.cutoff ?? END_OF_DAY;
    return nextSameDayCutoff(now, timeZone, cutoff, deliveryConstraintsByWeek.exceptions);
  });
}
