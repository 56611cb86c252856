import { expect, type Locator } from '@playwright/test';
import { Order } from '@portage/contract/orders/orders';
import { look } from './look-around.ts';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { saved } from './printing.ts';
import { refuse, REQUEST_ID } from './refuse.ts';
import { button, failure, field, told } from './screen.ts';
import { openSignedIn } from './sign-in.ts';
import { test } from './test.ts';
import {
  fillIn,
  goOn,
  goToReview,
  openWizard,
  recipient,
  seePage,
  smallPackage,
} from './wizard.ts';

const paste = (into: Locator, text: string) =>
  into.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

test('Previous and Next stay within six pages, a refused order keeps its values, and neither a lost answer nor a double click creates another', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 403|ERR_FAILED/);
  await openWizard(page);
  await expect(button(page, 'Previous')).toBeDisabled();
  await goToReview(page);
  await expect(button(page, 'Next')).toBeHidden();
  await button(page, 'Previous').click();
  await seePage(page, 'Delivery service');
  await page.goBack();
  await seePage(page, 'Review and submit');
  await button(page, 'Edit: Recipient').click();
  await seePage(page, 'Recipient');
  await expect(field(page, 'Name')).toHaveValue(recipient.Name);
  await page.goBack();
  await seePage(page, 'Review and submit');

  await page.route('**/api/orders', (route) => refuse(route));
  await button(page, 'Submit').click();
  const notification = failure(page, 'Order not created');
  await expect(notification).toContainText(`The order for ${recipient.Name} could not be created.`);
  await expect(notification).toContainText(REQUEST_ID);
  await expect(page.getByRole('main')).toContainText(recipient.Name);

  await page.unrouteAll();
  await page.route('**/api/orders', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await button(page, 'Submit').click();
  await expect(failure(page, 'Portage could not be reached.')).toBeVisible();
  await page.unrouteAll();
  await button(page, 'Submit').dblclick();
  const created = told(page, 'Order created');
  await created.getByRole('button', { name: 'Create another order' }).click();
  await seePage(page, 'Origin');
  await page.goBack();
  await page.getByRole('link', { name: 'Go to orders' }).click();
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
});

test('drafts are kept through leaving, a reload and a second tab, and listed by recipient', async ({
  page,
  context,
}) => {
  const merchant = await makeMerchant();
  await openSignedIn(page, merchant, '/new');
  await goOn(page, 'Recipient');
  await fillIn(page, recipient);
  await page.reload();
  await seePage(page, 'Recipient');
  await expect(field(page, 'Name')).toHaveValue(recipient.Name);
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.goBack();
  await seePage(page, 'Recipient');

  // Both tabs keep what was entered in the same draft.
  const address = page.url();
  const other = await context.newPage();
  await openSignedIn(other, merchant, address);
  await field(other, 'Unit').fill('901');
  await field(page, 'Unit').fill('902');
  await expect(page.getByText('Saved as a new draft')).toBeVisible();
  expect(page.url()).not.toBe(address);
  await expect(field(page, 'Unit')).toBeFocused();

  // A new order starts blank, and the drafts stay available.
  await page.getByRole('link', { name: 'Create order', exact: true }).click();
  await seePage(page, 'Origin');
  await button(page, '2 drafts').click();
  const drafts = page.getByRole('dialog', { name: 'Drafts' });
  await expect(drafts.getByRole('listitem')).toHaveText([/Bélanger.*M5B 1C6/, /Bélanger/]);
  await look(page, 'the list of drafts');
  await drafts
    .getByRole('button', { name: /^Delete the draft/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(drafts.getByRole('listitem')).toHaveCount(2);
  await drafts.getByRole('link', { name: recipient.Name }).first().click();
  await goOn(page, 'Recipient');
  await expect(field(page, 'Unit')).toHaveValue('902');
});

test('a chosen place and a pasted address fill in their parts, an extension goes to the notes, and a draft of another version is restored where possible', async ({
  page,
}) => {
  await openWizard(page);
  await goOn(page, 'Recipient');
  const search = page.getByRole('combobox', { name: 'Find the address' });
  await field(page, 'Street').fill(recipient.Street);
  await search.pressSequentially('M5B 1C6');
  await expect(page.getByRole('option').first()).toContainText('M5B 1C6');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field(page, 'City')).toHaveValue('Toronto');
  await expect(field(page, 'Postal code')).toHaveValue('M5B 1C6');
  await expect(field(page, 'Street')).toHaveValue(recipient.Street);
  await seePage(page, 'Recipient');
  await fillIn(page, { City: '', 'Postal code': '' });
  await search.fill('H2X 1Y4');
  await expect(page.getByRole('option').first()).toContainText('H2X 1Y4');
  await search.fill('M5B 1C6');
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(field(page, 'Postal code')).toHaveValue('M5B 1C6');

  await fillIn(page, recipient);
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.startsWith('portage.draft.')) ?? '';
    const kept = localStorage.getItem(key) ?? '';
    localStorage.setItem(key, kept.replace(/"packages":\[.*?\]/, '"packages":3'));
  });
  await page.reload();
  await expect(page.getByText(/fully restored: Package details\./)).toBeVisible();
  await expect(field(page, 'Name')).toHaveValue(recipient.Name);

  const blank = Object.fromEntries(Object.keys(recipient).map((name) => [name, '']));
  await fillIn(page, blank);
  await paste(search, 'Zoé Roy\n12-25 rue Dundas Est\nToronto (Ontario) M5B 1C6');
  await expect(field(page, 'Street')).toHaveValue('25 rue Dundas Est');
  await expect(field(page, 'Unit')).toHaveValue('12');
  await expect(field(page, 'Name')).toHaveValue('Zoé Roy');
  await expect(field(page, 'City')).toHaveValue('Toronto');
  await expect(field(page, 'Postal code')).toHaveValue('M5B 1C6');
  await page.getByRole('combobox', { name: 'Province' }).selectOption('QC');
  await paste(field(page, 'Phone'), '+1 (416) 555-0142 ext. 123');
  await expect(field(page, 'Phone')).toHaveValue('416 555-0142 x123');
  await button(page, 'Next').click();
  await expect(page.getByText('The postal code is in another province.')).toBeVisible();
  await look(page, 'the recipient with a wrong province');
  await button(page, 'Use Ontario').click();
  await goOn(page, 'Package details');
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Phone extension: 123');
});

test('a first order offers usual boxes; the next starts with the last package and service, and can use the saved recipient', async ({
  page,
}) => {
  await openWizard(page);
  await goOn(page, 'Recipient');
  await page.getByRole('checkbox', { name: 'Save to the address book' }).check();
  await button(page, 'Previous').click();
  await goOn(page, 'Recipient');
  await fillIn(page, recipient);
  await goOn(page, 'Package details');
  await page.getByRole('combobox', { name: 'Preset' }).selectOption('medium');
  await expect(field(page, 'Length')).toHaveValue('12');
  await goOn(page, 'Shipping rate');
  await page.getByRole('radio', { name: /^Next day/ }).check();
  await goOn(page, 'Delivery service');
  await goOn(page, 'Review and submit');
  await button(page, 'Submit').click();
  await expect(told(page, 'Order created')).toBeVisible();

  await page.goto('/new');
  await seePage(page, 'Origin');
  // Preselected values alone make no draft.
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('draft.');
  await goOn(page, 'Recipient');
  // A screen reader hears what a search found, and what Enter would take.
  const search = page.getByRole('combobox', { name: 'Search the address book' });
  const outcome = page.getByRole('status');
  await search.fill('zzz');
  await expect(outcome.filter({ hasText: 'No saved recipient matches.' })).toHaveCount(1);
  await search.fill('belanger');
  await expect(
    outcome.filter({ hasText: `1 choice shown. Enter chooses “${recipient.Name}”.` }),
  ).toHaveCount(1);
  await search.press('Enter');
  await expect(field(page, 'Phone')).toHaveValue('416 555-0142');
  await expect(field(page, 'Street')).toHaveValue(recipient.Street);
  await goOn(page, 'Package details');
  await expect(field(page, 'Weight')).toHaveValue('5');
  await goOn(page, 'Shipping rate');
  await expect(page.getByRole('radio', { name: /^Next day/ })).toBeChecked();
});

test('a return swaps the addresses, names its sender, and prints a return label', async ({
  page,
}) => {
  const merchant = await makeMerchant();
  const id = crypto.randomUUID();
  await giveOrders(merchant, [{ id, recipient: { name: 'Ada Nguyen' } }]);
  await openSignedIn(page, merchant, `/orders/${id}`);
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Create a return' }).click();
  await expect(field(page, 'Sent back by')).toHaveValue('Ada Nguyen');
  await look(page, 'the origin of a return');
  await goOn(page, 'Recipient');
  await field(page, 'Phone').fill(recipient.Phone);
  await goOn(page, 'Package details');
  await fillIn(page, smallPackage);
  await goOn(page, 'Shipping rate');
  await page.getByRole('radio', { name: /^Next day/ }).check();
  await goOn(page, 'Delivery service');
  await goOn(page, 'Review and submit');
  await expect(page.getByRole('main')).toContainText('Sent back by');
  await button(page, 'Submit').click();
  const print = button(page, 'Print the return label');
  await expect(print).toBeVisible();
  const { bytes } = await saved(page, () => print.click());
  expect(bytes.toString()).toMatch(/Ada Nguyen[^]*\^FDRETURN /);
});

test('the wizard creates and prints, then offers the tracking link, the order’s page and a new order', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openWizard(page);
  await goToReview(page);
  const { name, bytes } = await saved(page, () => button(page, 'Create and print').click());
  expect(name).toBe('portageLabels.zpl');
  expect(bytes.toString().match(/\^XA/g)).toHaveLength(1);
  await expect(button(page, 'Print the label again')).toBeVisible();
  await look(page, 'an order that was created and printed');
  await button(page, 'Copy the tracking link').click();
  await expect(page.getByText('Tracking link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const id = link.split('/').at(-1);
  await page.getByRole('main').getByRole('button', { name: 'Create another order' }).click();
  await seePage(page, 'Origin');
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Open the order' }).click();
  await expect(page).toHaveURL(new RegExp(`/orders/${id}`));
});

test('the question about a similar order is named before it takes the focus, and gives it back', async ({
  page,
}) => {
  const similar = { id: crypto.randomUUID(), recipient: { name: recipient.Name } };
  const orders = [{ ...similar, createdAt: Date.now(), orderStatus: 'CREATED' }];
  await page.route('**/api/orders/similar', (route) => route.fulfill({ json: { orders } }));
  await openWizard(page);
  await goToReview(page);
  const names = await page.evaluateHandle(() => {
    const found: (string | null | undefined)[] = [];
    document.addEventListener('focusin', ({ target }) => {
      const dialog = (target as Element).closest('[role="dialog"]');
      if (dialog) found.push(dialog.ariaLabelledByElements?.map((one) => one.textContent).join());
    });
    return found;
  });
  await button(page, 'Create and print').press('Enter');
  await expect(button(page, 'Don’t create').last()).toBeFocused();
  expect(await names.jsonValue()).toEqual(['Create it again?']);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Create and print')).toBeFocused();

  await page.route('**/api/orders', () => undefined);
  await page.keyboard.press('Enter');
  await button(page, 'Create anyway').press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('a merchant whose phones are optional leaves the phone out; an order that needs attention says so in place of its label', async ({
  page,
}) => {
  await page.route(/\/api\/orders\/[0-9a-f-]{36}$/, async (route) => {
    const response = await route.fetch();
    const order = Order.parse(await response.json());
    await route.fulfill({ response, json: { ...order, orderStatus: 'GEOCODEDFAILED' } });
  });
  await openWizard(page, { phoneOptional: true });
  await goToReview(page, { Phone: '' });
  await button(page, 'Create and print').click();
  await expect(page.getByText('the order needs attention')).toBeVisible();
});
