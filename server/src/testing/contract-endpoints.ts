import { addressEndpoints } from '@portage/contract/addresses';
import { attentionEndpoints } from '@portage/contract/attention';
import { carrierEndpoints } from '@portage/contract/carrier';
import { contactRequestEndpoints } from '@portage/contract/contact-requests';
import { dashboardEndpoints } from '@portage/contract/dashboard';
import type { Endpoint } from '@portage/contract/endpoint';
import { explainedRateEndpoints } from '@portage/contract/explained-rates';
import { flagEndpoints } from '@portage/contract/flags';
import { importEndpoints } from '@portage/contract/imports';
import { labelEndpoints } from '@portage/contract/labels';
import { logoPreviewEndpoints } from '@portage/contract/logo-preview';
import { merchantChangeEndpoints } from '@portage/contract/merchant-changes';
import { merchantEndpoints } from '@portage/contract/merchants';
import { orderChangeEndpoints } from '@portage/contract/order-changes';
import { orderCutoffEndpoints } from '@portage/contract/order-cutoff';
import { orderEditEndpoints } from '@portage/contract/order-edits';
import { orderExportEndpoints } from '@portage/contract/order-export';
import { orderReadinessEndpoints } from '@portage/contract/order-readiness';
import { orderSelectionEndpoints } from '@portage/contract/order-selection';
import { orderViewEndpoints } from '@portage/contract/order-views';
import { orderEndpoints } from '@portage/contract/orders';
import { packagePresetEndpoints } from '@portage/contract/package-presets';
import { passwordEndpoints } from '@portage/contract/passwords';
import { photoEndpoints } from '@portage/contract/photos';
import { placeEndpoints } from '@portage/contract/places';
import { promisedOrderEndpoints } from '@portage/contract/promised-orders';
import { rateEndpoints } from '@portage/contract/rates';
import { secondFactorEndpoints } from '@portage/contract/second-factor';
import { sessionEndpoints } from '@portage/contract/sessions';
import { shipstationEndpoints } from '@portage/contract/shipstation';
import { shopEndpoints } from '@portage/contract/shop';
import { shopCallbackEndpoints } from '@portage/contract/shop-callbacks';
import { shopLinkEndpoints } from '@portage/contract/shop-link';
import { shopOrderEndpoints } from '@portage/contract/shop-orders';
import { signUpEndpoints } from '@portage/contract/sign-ups';
import { similarOrderEndpoints } from '@portage/contract/similar-orders';
import { shipFromLocationEndpoints } from '@portage/contract/ship-from-locations';
import { userEndpoints } from '@portage/contract/users';

/** Every call of the contract. `api-description.test.ts` holds the list against what the server answers. */
export const endpoints: Endpoint[] = [
  sessionEndpoints,
  passwordEndpoints,
  userEndpoints,
  secondFactorEndpoints,
  merchantEndpoints,
  merchantChangeEndpoints,
  logoPreviewEndpoints,
  shipFromLocationEndpoints,
  promisedOrderEndpoints,
  flagEndpoints,
  addressEndpoints,
  orderEndpoints,
  orderChangeEndpoints,
  orderEditEndpoints,
  attentionEndpoints,
  orderExportEndpoints,
  orderReadinessEndpoints,
  orderSelectionEndpoints,
  importEndpoints,
  similarOrderEndpoints,
  orderCutoffEndpoints,
  orderViewEndpoints,
  packagePresetEndpoints,
  dashboardEndpoints,
  rateEndpoints,
  explainedRateEndpoints,
  placeEndpoints,
  labelEndpoints,
  photoEndpoints,
  carrierEndpoints,
  signUpEndpoints,
  shipstationEndpoints,
  contactRequestEndpoints,
].flatMap((table) => Object.values<Endpoint>(table));

/** Every call of the shop host, whose paths begin with `/shop`. */
export const shopHostEndpoints: Endpoint[] = [
  shopEndpoints,
  shopOrderEndpoints,
  shopLinkEndpoints,
  shopCallbackEndpoints,
].flatMap((table) => Object.values<Endpoint>(table));
