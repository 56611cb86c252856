import { expect, type Locator, type Page } from '@playwright/test';
import englishCommon from '../portal/src/i18n/en/common.json' with { type: 'json' };
import englishMessages from '../portal/src/i18n/en/errors.json' with { type: 'json' };
import englishMerchant from '../portal/src/i18n/en/merchant.json' with { type: 'json' };
import frenchAddress from '../portal/src/i18n/fr/address.json' with { type: 'json' };
import frenchBook from '../portal/src/i18n/fr/addressBook.json' with { type: 'json' };
import frenchCommon from '../portal/src/i18n/fr/common.json' with { type: 'json' };
import frenchMessages from '../portal/src/i18n/fr/errors.json' with { type: 'json' };
import frenchIntegrations from '../portal/src/i18n/fr/integrations.json' with { type: 'json' };
import frenchLocations from '../portal/src/i18n/fr/locations.json' with { type: 'json' };
import frenchOrderForm from '../portal/src/i18n/fr/orderForm.json' with { type: 'json' };
import { inWeeks, LOGO } from './merchant-page.ts';
import { makeMerchant } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { failure, told } from './screen.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

type Messages = typeof englishMessages;

/** Fills the places of a text. */
const filled = (text: string, values: Record<string, string>) =>
  text.replace(/\{\{(\w+)(?:, number)?\}\}/g, (_, name: string) => values[name] ?? '');

/** Matches a name that begins with the text up to its first place, with ordinary spaces. */
const beginning = (text: string) =>
  new RegExp(`^${text.split('{{', 1)[0]}`.replaceAll('\u00a0', ' '));

/** Makes a change twice, refused and then accepted. Expects both messages. */
type TryChange = (
  failed: keyof Messages['error'],
  done: keyof Messages['success'] | undefined,
  act: (isRefused: boolean) => Promise<void>,
) => Promise<void>;

/** Lets the server refuse calls on request. */
async function stubbornServer(page: Page, messages: Messages) {
  const server: { refuses: 'nothing' | 'changes' | 'reads' } = { refuses: 'nothing' };
  await page.route(/\/api\/(?!auth|rates|places)/, (route) => {
    const isRead = route.request().method() === 'GET';
    const { pathname } = new URL(route.request().url());
    const isRefused = server.refuses === (isRead ? 'reads' : 'changes');
    if (isRefused && pathname !== '/api/users/me') return refuse(route);
    // The server reaches no outside host, so the preview of a logo is simulated.
    return pathname.endsWith('/logoPreview') ? route.fulfill({ json: LOGO }) : route.fallback();
  });
  const tryChange: TryChange = async (failed, done, act) => {
    server.refuses = 'changes';
    await act(true);
    const error = failure(page, messages.error[failed]);
    await expect(error).toContainText('The server would not do it.');
    server.refuses = 'nothing';
    await act(false);
    if (done === undefined) return;
    const title = filled(messages.success[done], { count: '2' });
    await expect(told(page, title)).toBeVisible();
    // The next try has closed it; otherwise it would stay for ten seconds.
    await expect(error).toHaveCount(0, { timeout: 3_000 });
  };
  return { server, tryChange };
}

const press = (place: Locator | Page, name: string | RegExp) =>
  place.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).click();

test.beforeEach(async ({ page, complaints }) => {
  complaints.expect(/status of 40[34]/);
  await page.setViewportSize({ width: 1440, height: 1200 });
});

test('the profile reports the failure and success of each change', async ({ page }) => {
  const [common, merchant] = [englishCommon, englishMerchant];
  const { tryChange } = await stubbornServer(page, englishMessages);
  await openSignedIn(page, await makeMerchant(), '/merchantInfo');
  const section = (id: string) => page.locator(`section#${id}`);
  const labels = {
    email: merchant.emailSection.field,
    minimumAge: merchant.minimumAge.field,
    logo: merchant.logo.field,
  };
  const save = (id: keyof typeof labels, typed: string) => async () => {
    await section(id).getByLabel(labels[id]).fill(typed);
    await press(section(id), typed === '' ? common.remove : common.save);
  };
  const dialog = page.getByRole('dialog');
  const zoe = page.getByRole('table', { name: 'Users' }).getByRole('row', { name: /Zoé/ });

  await tryChange('couldNotAddTag', 'tagAdded', async () => {
    await section('tags').getByLabel(merchant.tags.new).fill('urgent');
    await press(section('tags'), merchant.tags.add);
  });
  await tryChange('couldNotRemoveTag', 'tagRemoved', async () => {
    await section('tags').getByRole('checkbox', { name: 'urgent' }).check();
    await press(section('tags'), merchant.tags.remove);
  });
  await tryChange('couldNotUpdateEmail', 'emailUpdated', save('email', 'info@maple.example'));
  await tryChange('couldNotUpdateEmail', 'emailRemoved', save('email', ''));
  await tryChange('couldNotUpdateMinimumAge', 'minimumAgeUpdated', save('minimumAge', '19'));
  await tryChange('couldNotUpdateMinimumAge', 'minimumAgeRemoved', save('minimumAge', ''));
  await tryChange('couldNotUpdateLogoUrl', 'logoUrlUpdated', async (isRefused) => {
    await save('logo', 'https://cdn.example/logo.png')();
    if (!isRefused) await press(dialog, merchant.logo.confirm);
  });
  await tryChange('couldNotUpdateLogoUrl', 'logoUrlRemoved', save('logo', ''));
  await tryChange('couldNotAddLogoUrl', 'logoUrlAdded', async () => {
    const brands = section('subBrands');
    await brands.getByLabel(merchant.subBrands.name).fill('Petite');
    await brands.getByLabel(merchant.subBrands.logoUrl).fill('https://cdn.example/p.png');
    await press(brands, merchant.subBrands.add);
  });
  await tryChange('couldNotRemoveLogoUrl', 'subBrandRemoved', () =>
    press(page, filled(merchant.subBrands.remove, { name: 'Petite' })),
  );
  await tryChange('couldNotAddMapping', 'mappingAdded', async () => {
    const mappings = section('mappings');
    await mappings
      .getByRole('combobox', { name: merchant.mappings.choose })
      .selectOption('ORIGIN_UNIT');
    await press(mappings, merchant.mappings.add);
  });
  await tryChange('couldNotRemoveMapping', 'mappingRemoved', () =>
    press(page, merchant.mappings.remove),
  );
  await tryChange('couldNotCreateException', 'exceptionCreated', async () => {
    await section('exceptions').getByLabel(merchant.exceptions.date).fill(inWeeks(6));
    await press(section('exceptions'), merchant.exceptions.add);
  });
  await tryChange('couldNotDeleteAddress_exception', 'exceptionDeleted', () =>
    press(page, beginning(merchant.exceptions.delete)),
  );
  await tryChange('couldNotCreateUser', 'userCreated', async (isRefused) => {
    if (isRefused) await press(page, merchant.createUser);
    const email = `zoe-${crypto.randomUUID()}@shop.example`;
    await dialog.getByLabel(merchant.newUser.name).fill('Zoé Roy');
    await dialog.getByLabel(merchant.newUser.email).fill(email);
    await dialog.getByLabel(merchant.newUser.phone).fill('514 555-0123');
    await press(dialog, merchant.newUser.submit);
  });
  await tryChange('couldNotSendInvitation', 'invitationSent', async () => {
    await expect(zoe).toContainText('Invited');
    await press(zoe, beginning(merchant.users.inviteOne));
  });
  await tryChange('couldNotUpdateUser', 'userUpdated', () =>
    press(zoe, beginning(merchant.users.makeOne.member)),
  );
  await expect(zoe).toContainText('Member');
  await press(zoe, 'Disable Zoé Roy');
  await expect(zoe).toContainText('Disabled');
});

test('locations and addresses report each change in French', async ({ page }) => {
  const [address, book, locations] = [frenchAddress, frenchBook, frenchLocations];
  const { server, tryChange } = await stubbornServer(page, frenchMessages);
  await speak(page, 'fr');
  const dialog = page.getByRole('dialog');
  const seeError = (text: string) => expect(failure(page, text)).toBeVisible();
  /** Fills in an address that no order of the merchant has. */
  async function fillAddress(form: Locator): Promise<void> {
    await form.getByLabel(address.street).fill('25 Dundas St E');
    await form.getByLabel(address.postalCode).fill('M5B 1C6');
    await form.getByLabel(address.city).fill('Toronto');
  }

  await openSignedIn(page, await makeMerchant(), '/shipFromLocations');
  await tryChange('couldNotAddAdditionalLocation', 'additionalLocationAdded', async (isRefused) => {
    if (isRefused) {
      await press(page, locations.add);
      await press(dialog, locations.add);
      await expect(dialog.getByRole('alert')).toContainText(frenchMessages.error.fieldsRequired);
      await fillAddress(dialog);
    }
    await press(dialog, locations.add);
  });
  await tryChange('couldNotDeleteAdditionalLocation', 'additionalLocationDeleted', () =>
    press(page, filled(locations.delete, { street: '25 Dundas St E' })),
  );

  await page.goto('/addressBook');
  const create = page.getByRole('button', { name: filled(book.createOrderFor, { name: 'Ada' }) });
  const order = page.getByRole('dialog', { name: filled(book.createOrderFor, { name: 'Ada' }) });
  await tryChange('couldNotSaveAddress', 'addressSaved', async (isRefused) => {
    if (isRefused) {
      await press(page, book.create);
      await dialog.getByLabel(frenchOrderForm.recipient.name).fill('Ada');
      await dialog.getByLabel(frenchOrderForm.recipient.phone).fill('416 555-0142');
      await fillAddress(dialog);
    }
    await press(dialog, book.edit.save);
  });
  await tryChange('couldNotDeleteAddress', 'addressDeleted_one', () =>
    press(page, filled(book.deleteOne, { name: 'Ada' })),
  );
  server.refuses = 'changes';
  await press(page, frenchCommon.undo);
  await seeError(frenchMessages.error.couldNotRestoreAddress);
  server.refuses = 'reads';
  await press(page, book.more);
  await page.getByRole('menuitem', { name: book.exportAll }).click();
  await seeError(frenchMessages.error.couldNotExportAddressBook);
  server.refuses = 'nothing';

  const header = 'recipient_name,recipient_phone,recipient_street,recipient_city';
  const line = 'Ada,416 555-0142,25 Dundas St E,Toronto,ON,M5B 1C6,CA';
  const file = [
    `${header},recipient_province,recipient_postal_code,recipient_country,recipient_unit`,
    `${line},1`,
    `${line},2`,
  ].join('\n');
  await tryChange('couldNotImportAddresses', 'addressesImported_other', async (isRefused) => {
    if (isRefused) {
      await press(page, book.more);
      await page.getByRole('menuitem', { name: book.import.menu }).click();
      const buffer = Buffer.from(file);
      await dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'book.csv', mimeType: 'text/csv', buffer });
    }
    const { send_other: send, sendAgain_other: sendAgain } = book.import;
    await press(dialog, filled(isRefused ? send : sendAgain, { count: '2' }));
  });
  await tryChange('couldNotMergeAddresses', 'addressesMerged', async (isRefused) => {
    if (isRefused) {
      await dialog.getByRole('button', { name: book.import.close, exact: true }).last().click();
      await press(page, book.more);
      await page.getByRole('menuitem', { name: book.merge.find }).click();
    }
    await press(dialog, filled(book.merge.confirm_other, { count: '2' }));
  });
  await tryChange('orderCreationFailed', 'orderCreated', async (isRefused) => {
    if (isRefused) {
      await press(dialog, book.merge.close);
      await create.click();
      await order.getByLabel(address.postalCode).fill('M5X');
      await press(order, book.order.title);
      await expect(order).toContainText(frenchMessages.error.invalidPostalCode);
      await order.getByLabel(address.postalCode).fill('M5X 1A9');
      await order.getByRole('radio', { disabled: false }).first().check();
    }
    await press(order, book.order.title);
    const named = filled(frenchMessages.error.orderCreationFailedDescription, { name: 'Ada' });
    if (isRefused) await seeError(named);
  });
});

test('credentials report each change in French', async ({ page }) => {
  const { shipstation, serviceUsers, credentials, revoke } = frenchIntegrations;
  const { tryChange } = await stubbornServer(page, frenchMessages);
  await speak(page, 'fr');
  const dialog = page.getByRole('dialog');
  await openSignedIn(page, await makeMerchant(), '/shipstation');
  await tryChange('couldNotAddShipstationIntegration', 'shipstationIntegrationAdded', async () => {
    await page.getByRole('textbox', { name: shipstation.apiKey }).fill(crypto.randomUUID());
    await press(page, shipstation.connect);
  });
  await tryChange(
    'couldNotRemoveShipstationIntegration',
    'shipstationIntegrationRemoved',
    async () => {
      await press(page, shipstation.remove);
      await press(dialog, shipstation.remove);
      await expect(dialog).toHaveCount(0);
    },
  );

  await page.goto('/serviceUser');
  await tryChange('couldNotCreateServiceUser', undefined, async (isRefused) => {
    await page.getByRole('button', { name: serviceUsers.create }).first().click();
    await press(dialog, serviceUsers.confirmCreate);
    if (!isRefused) await press(dialog, credentials.done);
  });
  await tryChange('couldNotRevokeServiceUser', 'serviceUserRevoked', async () => {
    await press(page, beginning(serviceUsers.revokeOne));
    await press(dialog, revoke.confirm);
    await expect(dialog).toHaveCount(0);
  });
});
