import type { Merchant } from '@portage/contract/merchants/merchants';
import { Weekday } from '@portage/contract/time';
import type { DemoSignIn } from '../../server/src/demo.ts';
import { firstProfile, weekOf } from '../../server/src/merchants/first-profile.ts';

export interface DemoMerchant {
  profile: Merchant;
  signIn: DemoSignIn;
  userName: string;
  mustChangePassword: boolean;
}

const WORKING_WEEK = Weekday.options.filter((weekday) => weekday !== 'sunday');
const BAKING_WEEK = Weekday.options.filter((weekday) => weekday !== 'monday');

/** Home goods and furniture: a linked shop, three locations, HEAVY orders. */
export const mapleAndPine: DemoMerchant = {
  profile: {
    ...firstProfile({
      id: '0197a3c0-5d10-7c4e-9a51-3f1b6d2c8e01',
      name: 'Maple & Pine',
      language: 'en',
      location: {
        street: '158 Sterling Rd',
        unit: 'Dock 2',
        city: 'Toronto',
        province: 'ON',
        postalCode: 'M6R 2B7',
        country: 'CA',
      },
    }),
    email: 'shipping@mapleandpine.example',
    logoUrl: 'https://mapleandpine.example/logos/maple-and-pine.png',
    additionalLocations: [
      {
        street: '5455 Av. de Gaspé',
        unit: '110',
        city: 'Montréal',
        province: 'QC',
        postalCode: 'H2T 3B3',
        country: 'CA',
      },
      {
        street: '1855 Powell St',
        city: 'Vancouver',
        province: 'BC',
        postalCode: 'V5L 1H5',
        country: 'CA',
      },
    ],
    orderTags: ['gift', 'fragile', 'VIP', 'wholesale', 'pre-order', 'exchange', 'event'],
    apiRequestMappings: [{ from: 'ORIGIN_UNIT', to: 'MERCHANT_DISPLAY_NAME' }],
    merchantDisplayLogoUrls: [
      { name: 'Maple & Pine Kids', logoUrl: 'https://mapleandpine.example/logos/kids.png' },
      { name: 'North Table', logoUrl: 'https://mapleandpine.example/logos/north-table.png' },
      { name: 'Pine Outlet', logoUrl: 'https://mapleandpine.example/logos/pine-outlet.png' },
    ],
    shopifyShop: 'maple-and-pine.myshopify.com',
    ...weekOf(WORKING_WEEK, { pickupDays: Weekday.options }),
    locationPricing: {
      pricingRows: [
        { postalPrefix: 'M', price: 9.02 },
        { postalPrefix: 'M6', price: 8.29 },
        { postalPrefix: 'L', price: 10.5 },
        { postalPrefix: 'H', price: 9.75 },
        { postalPrefix: 'V', price: 9.75 },
      ],
    },
  },
  signIn: {
    username: 'demo@portage.example',
    password: 'Portage-Demo-1',
    merchant: 'Maple & Pine',
  },
  userName: 'Morgan Ellis',
  mustChangePassword: false,
};

/** A bakery in French, without a shop, that does not require phones. */
export const boulangerieDuCoin: DemoMerchant = {
  profile: {
    ...firstProfile({
      id: '0197a3c0-5d10-7c4e-9a51-3f1b6d2c8e02',
      name: 'Boulangerie du Coin',
      language: 'fr',
      location: {
        street: '267, rue Saint-Viateur Ouest',
        city: 'Montréal',
        province: 'QC',
        postalCode: 'H2V 1Y1',
        country: 'CA',
      },
    }),
    email: 'commandes@boulangerieducoin.example',
    logoUrl: 'https://boulangerieducoin.example/logos/boulangerie-du-coin.png',
    orderTags: ['anniversaire', 'bureau', 'abonnement', 'traiteur', 'sans noix'],
    phoneOptional: true,
    ...weekOf(BAKING_WEEK, {
      deliveryWindow: { timeStart: '07:00', timeEnd: '19:00' },
      cutoffTime: '05:00',
    }),
    locationPricing: { pricingRows: [{ postalPrefix: 'H2', price: 7.5 }] },
  },
  signIn: {
    username: 'solo@portage.example',
    password: 'Portage-Solo-1',
    merchant: 'Boulangerie du Coin',
  },
  userName: 'Mireille Gagnon',
  mustChangePassword: false,
};

/** On its first day: no orders, a temporary password. */
export const prairieLaneBooks: DemoMerchant = {
  profile: {
    ...firstProfile({
      id: '0197a3c0-5d10-7c4e-9a51-3f1b6d2c8e03',
      name: 'Prairie Lane Books',
      language: 'en',
      location: {
        street: '214 McDermot Ave',
        city: 'Winnipeg',
        province: 'MB',
        postalCode: 'R3B 0S3',
        country: 'CA',
      },
    }),
    ...weekOf(WORKING_WEEK, {
      pickupDays: [],
      deliveryWindow: { timeStart: '09:00', timeEnd: '18:00' },
    }),
  },
  signIn: {
    username: 'new@portage.example',
    password: 'Portage-Temp-1',
    merchant: 'Prairie Lane Books',
  },
  userName: 'Avery Friesen',
  mustChangePassword: true,
};

export const demoMerchants: readonly DemoMerchant[] = [
  mapleAndPine,
  boulangerieDuCoin,
  prairieLaneBooks,
];
