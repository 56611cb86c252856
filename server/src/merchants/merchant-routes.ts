import type { FastifyInstance } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { fieldMessages } from '@portage/contract/field-messages';
import { REGIONAL_LOCALE, type Locale, type Translated } from '@portage/contract/locale';
import { FeatureFlag, flagEndpoints } from '@portage/contract/merchants/flags';
import { logoPreviewEndpoints } from '@portage/contract/merchants/logo-preview';
import {
  merchantChangeEndpoints,
  type NewException,
} from '@portage/contract/merchants/merchant-changes';
import { merchantEndpoints, type Merchant } from '@portage/contract/merchants/merchants';
import { withFirst, type EpochMillis } from '@portage/contract/time';
import { invalidField } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import { isFlagOn } from '../flags/flags.ts';
import { addRoute } from '../http/endpoint-route.ts';
import type { Session } from '../http/session.ts';
import { previewLogo } from '../logos/preview-logo.ts';
import { changeMerchant, type MerchantRule } from './change-merchant.ts';
import { getMerchant } from './get-merchant.ts';
import * as rules from './profile-rules.ts';

type Exception = Merchant['deliveryConstraintsByWeek']['exceptions'][number];

/** `an exception on November 25, 2026`; French negates with `d’`. */
function exceptionInWords(date: string, article: Translated): Translated {
  const day = (locale: Locale) => {
    const plain = Temporal.PlainDate.from(date);
    return withFirst(plain.toLocaleString(REGIONAL_LOCALE[locale], { dateStyle: 'long' }), locale);
  };
  return {
    en: `${article.en} exception on ${day('en')}`,
    fr: `${article.fr}exception le ${day('fr')}`,
  };
}

const withExceptions = (merchant: Merchant, exceptions: Exception[]): Merchant => ({
  ...merchant,
  deliveryConstraintsByWeek: { ...merchant.deliveryConstraintsByWeek, exceptions },
});

/** `YYYY-MM-DD`. */
const todayOf = ({ timeZone }: Pick<Merchant, 'timeZone'>, now: EpochMillis): string =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate().toString();

/** Today or later, sorted by day. Throws `invalidField` for a past day. */
const addException =
  (exception: NewException): MerchantRule =>
  (merchant, now) => {
    const { exceptions } = merchant.deliveryConstraintsByWeek;
    const { date } = exception;
    const today = todayOf(merchant, now);
    if (date < today) throw invalidField('date', fieldMessages.exceptionInPast);
    if (exceptions.some((one) => one.date === date)) {
      throw rules.alreadyThere(exceptionInWords(date, { en: 'an', fr: 'une ' }));
    }
    rules.limitList('exceptions', exceptions.filter((one) => one.date >= today).length + 1);
    const sorted = [...exceptions, exception].toSorted((one, other) =>
      one.date < other.date ? -1 : 1,
    );
    return withExceptions(merchant, sorted);
  };

const removeException =
  (date: string): MerchantRule =>
  (merchant) => {
    const { exceptions } = merchant.deliveryConstraintsByWeek;
    const left = exceptions.filter((one) => one.date !== date);
    if (left.length === exceptions.length) {
      throw rules.notThere(exceptionInWords(date, { en: 'an', fr: 'd’' }));
    }
    return withExceptions(merchant, left);
  };

/** Every change answers the whole profile. */
export function merchantRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, merchantEndpoints.get, ({ session }) => getMerchant(deps.db, session.merchantId));

  addRoute(app, logoPreviewEndpoints.preview, ({ session, address, body }) =>
    previewLogo(deps, { session, address }, body.logoUrl),
  );

  const change = ({ merchantId, username: actor }: Session, rule: MerchantRule) =>
    deps.db.transaction().execute(async (trx) => {
      const { merchant } = await changeMerchant(trx, deps.clock, { merchantId, actor }, rule);
      return merchant;
    });
  const calls = merchantChangeEndpoints;

  addRoute(app, calls.confirmLocation, ({ session }) => change(session, rules.confirmLocation));
  addRoute(app, calls.addOrderTags, ({ session, body }) => change(session, rules.addTags(body)));
  addRoute(app, calls.removeOrderTags, ({ session, body }) =>
    change(session, rules.removeTags(body)),
  );
  addRoute(app, calls.addEmail, ({ session, body }) =>
    change(session, rules.setField('email', body.email)),
  );
  addRoute(app, calls.removeEmail, ({ session }) => change(session, rules.clearField('email')));
  /** Fetches the logo for the next label. Throws `invalidField`. */
  const changeLogo = async (session: Session, url: string, rule: MerchantRule) => {
    if (await deps.logos.isInside(url)) {
      throw invalidField('logoUrl', fieldMessages.imageHostPrivate);
    }
    const merchant = await change(session, rule);
    void deps.logos.fetch(url);
    return merchant;
  };
  addRoute(app, calls.addLogoUrl, ({ session, body }) =>
    changeLogo(session, body.logoUrl, rules.setField('logoUrl', body.logoUrl)),
  );
  addRoute(app, calls.removeLogoUrl, ({ session }) => change(session, rules.clearField('logoUrl')));
  addRoute(app, calls.addMinimumAge, ({ session, body }) =>
    change(session, rules.setField('minimumAge', body.age)),
  );
  addRoute(app, calls.deleteMinimumAge, ({ session }) =>
    change(session, rules.clearField('minimumAge')),
  );
  addRoute(app, calls.addApiRequestMappings, ({ session, body }) =>
    change(session, rules.addMapping(body)),
  );
  addRoute(app, calls.removeApiRequestMappings, ({ session, body }) =>
    change(session, rules.removeMapping(body)),
  );
  addRoute(app, calls.addMerchantDisplayLogoUrls, ({ session, body }) =>
    changeLogo(session, body.logoUrl, rules.addBrand(body)),
  );
  addRoute(app, calls.removeMerchantDisplayLogoUrls, ({ session, body }) =>
    change(session, rules.removeBrand(body)),
  );
  addRoute(app, calls.addAdditionalLocations, ({ session, body }) =>
    change(session, rules.addLocation(body)),
  );
  addRoute(app, calls.removeAdditionalLocations, ({ session, body }) =>
    change(session, rules.removeLocation(body)),
  );
  addRoute(app, calls.addException, ({ session, body }) => change(session, addException(body)));
  addRoute(app, calls.removeException, ({ session, query }) =>
    change(session, removeException(query.date)),
  );
}

export function flagRoutes(app: FastifyInstance, { db }: Deps): void {
  addRoute(app, flagEndpoints.get, async ({ session, params }) => {
    const { data: flag } = FeatureFlag.safeParse(params.flag);
    return { enabled: flag !== undefined && (await isFlagOn(db, session.merchantId, flag)) };
  });
}
