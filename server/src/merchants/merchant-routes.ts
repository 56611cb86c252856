import type { FastifyInstance } from 'fastify';
import { merchantChangeEndpoints } from '@portage/contract/merchant-changes';
import { logoPreviewEndpoints } from '@portage/contract/logo-preview';
import { merchantEndpoints } from '@portage/contract/merchants';
import type { Deps } from '../deps.ts';
import { addRoute } from '../http/endpoint-route.ts';
import { previewLogo } from '../logos/preview-logo.ts';
import type { Session } from '../sessions/identity.ts';
import { changeMerchant, type MerchantRule } from './change-merchant.ts';
import { addException, removeException } from './exception-rules.ts';
import { getMerchant } from './get-merchant.ts';
import * as rules from './profile-rules.ts';

/** The merchant's profile, and what its people change of it. Every change answers the whole profile. */
export function merchantRoutes(app: FastifyInstance, deps: Deps): void {
  addRoute(app, merchantEndpoints.get, ({ session }) => getMerchant(deps.db, session.merchantId));

  addRoute(app, logoPreviewEndpoints.preview, ({ session, address, body }) =>
    previewLogo(deps, { session, address }, body.logoUrl),
  );

  const change = ({ merchantId, username }: Session, rule: MerchantRule) =>
    deps.db
      .transaction()
      .execute((trx) => changeMerchant(trx, deps.clock, { merchantId, actor: username }, rule));
  const calls = merchantChangeEndpoints;

  addRoute(app, calls.addOrderTags, ({ session, body }) => change(session, rules.addTags(body)));
  addRoute(app, calls.removeOrderTags, ({ session, body }) =>
    change(session, rules.removeTags(body)),
  );
  addRoute(app, calls.addEmail, ({ session, body }) =>
    change(session, rules.setField('email', body.email)),
  );
  addRoute(app, calls.removeEmail, ({ session }) => change(session, rules.clearField('email')));
  // Fetched at once, so that the next label carries it.
  const fetchLogo = (url: string) => void deps.logos.fetch(url);
  addRoute(app, calls.addLogoUrl, async ({ session, body }) => {
    const merchant = await change(session, rules.setField('logoUrl', body.logoUrl));
    fetchLogo(body.logoUrl);
    return merchant;
  });
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
  addRoute(app, calls.addMerchantDisplayLogoUrls, async ({ session, body }) => {
    const merchant = await change(session, rules.addBrand(body));
    fetchLogo(body.logoUrl);
    return merchant;
  });
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
