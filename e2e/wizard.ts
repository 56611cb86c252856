import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { ExplainedRates } from '@portage/contract/rates/rates';
import { makeMerchant } from './own-merchant.ts';
import { button } from './screen.ts';
import { type Credentials, openSignedIn, signInByCall } from './sign-in.ts';

/** Headings of the wizard's pages in English. */
type WizardPage =
  | 'Origin'
  | 'Recipient'
  | 'Package details'
  | 'Shipping rate'
  | 'Delivery service'
  | 'Review and submit';

/** A recipient in reach of Toronto. */
export const recipient = {
  Name: 'Éléonore Bélanger-Côté',
  Phone: '416 555-0142',
  Street: '25 rue Dundas Est',
  Unit: '804',
  City: 'Toronto',
  'Postal code': 'M5B 1C6',
};

/** A package that every service carries. */
export const smallPackage = { Weight: '4.5', Length: '10', Width: '8', Height: '4' };

/** Saves the recipient in the user's address book. */
export async function saveRecipient(page: Page, user: Credentials): Promise<void> {
  const { Name: name, Phone: phone, Street: street, City: city } = recipient;
  const answer = await page.request.post('/api/orders/addresses', {
    headers: await signInByCall(page.request, user),
    data: {
      recipient: { name, phone },
      address: { street, city, province: 'ON', postalCode: 'M5B 1C6', country: 'CA' },
    },
  });
  expect(answer.status()).toBe(201);
}

/** Shows prices that are a dollar less than the server's. */
export async function lowerPrices(page: Page, options?: { times: number }): Promise<void> {
  const lower = async (route: Route) => {
    const response = await route.fetch();
    const answer = ExplainedRates.parse(await response.json());
    const rates = answer.rates.map((rate) => ({ ...rate, price: rate.price - 1 }));
    await route.fulfill({ response, json: { ...answer, rates } });
  };
  await page.route('**/api/rates/explained', lower, options);
}

/** Opens the wizard for a new merchant in Toronto. */
export async function openWizard(
  page: Page,
  profile: { phoneOptional?: boolean } = {},
): Promise<void> {
  await openSignedIn(page, await makeMerchant({ profile }), '/new');
  await seePage(page, 'Origin');
}

/** Waits until the screen shows a page of the wizard. */
export async function seePage(page: Page, name: WizardPage): Promise<void> {
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
}

/** Presses Next and waits for the expected page. */
export async function goOn(page: Page, to: WizardPage): Promise<void> {
  await button(page, 'Next').click();
  await seePage(page, to);
}

/** Types into text fields by their labels; `within` is the page or a part of it. */
export async function fillIn(
  within: Page | Locator,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    await within.getByRole('textbox', { name, exact: true }).fill(value);
  }
}

/** Fills in the pages up to the rates: the merchant's origin, the recipient, one small package. */
export async function goToRates(page: Page, changes: Partial<typeof recipient> = {}) {
  await goOn(page, 'Recipient');
  await fillIn(page, { ...recipient, ...changes });
  await goOn(page, 'Package details');
  await fillIn(page, smallPackage);
  await goOn(page, 'Shipping rate');
}

/** Fills in all pages, next day and to the door. */
export async function goToReview(page: Page, changes: Partial<typeof recipient> = {}) {
  await goToRates(page, changes);
  await page.getByRole('radio', { name: /^Next day/ }).check();
  await goOn(page, 'Delivery service');
  await goOn(page, 'Review and submit');
}
