import type address from './en/address.json';
import type addressBook from './en/addressBook.json';
import type bulk from './en/bulk.json';
import type bulkImport from './en/bulkImport.json';
import type common from './en/common.json';
import type createdOrder from './en/createdOrder.json';
import type dashboard from './en/dashboard.json';
import type errors from './en/errors.json';
import type integrations from './en/integrations.json';
import type locations from './en/locations.json';
import type merchant from './en/merchant.json';
import type newOrder from './en/newOrder.json';
import type orderDetail from './en/orderDetail.json';
import type orderForm from './en/orderForm.json';
import type orderTracking from './en/orderTracking.json';
import type orderViews from './en/orderViews.json';
import type orderFilters from './en/orderFilters.json';
import type orders from './en/orders.json';
import type palette from './en/palette.json';
import type rateChoice from './en/rateChoice.json';
import type secondFactor from './en/secondFactor.json';
import type sheets from './en/sheets.json';
import type shop from './en/shop.json';
import type signIn from './en/signIn.json';

declare module 'i18next' {
  /** Makes unknown keys a type error. */
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      address: typeof address;
      addressBook: typeof addressBook;
      bulk: typeof bulk;
      bulkImport: typeof bulkImport;
      common: typeof common;
      createdOrder: typeof createdOrder;
      dashboard: typeof dashboard;
      errors: typeof errors;
      integrations: typeof integrations;
      locations: typeof locations;
      merchant: typeof merchant;
      newOrder: typeof newOrder;
      orderDetail: typeof orderDetail;
      orderForm: typeof orderForm;
      orderTracking: typeof orderTracking;
      orderViews: typeof orderViews;
      orderFilters: typeof orderFilters;
      orders: typeof orders;
      palette: typeof palette;
      rateChoice: typeof rateChoice;
      secondFactor: typeof secondFactor;
      sheets: typeof sheets;
      shop: typeof shop;
      signIn: typeof signIn;
    };
  }
}
