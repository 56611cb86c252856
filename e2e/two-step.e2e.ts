import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { findings, look, lookAround, widen } from './look-around.ts';
import { ageSessions, makeMerchant, type OwnMerchant, requireFactor } from './own-merchant.ts';
import { openSignedIn, speak } from './sign-in.ts';
import { test } from './test.ts';

/** Signs out and in again with the password, up to the second step, in either language. */
async function signInAgain(page: Page, merchant: OwnMerchant): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/');
  await page.locator('input[name="username"]').fill(merchant.username);
  await page.locator('input[name="password"]').fill(merchant.password);
  await page.keyboard.press('Enter');
}

test('in French, a required app is set up, asked for at sign-in, and a recovery code stands in for it', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 40[03]/);
  const merchant = await makeMerchant();
  await requireFactor(merchant);
  await speak(page, 'fr');
  await openSignedIn(page, merchant, '/account#second-factor');
  const setUp = page.getByRole('heading', { name: 'Configurez la vérification en deux étapes' });
  await expect(setUp).toBeVisible();
  await lookAround(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Bonjour, / })).toBeVisible();
  await widen(page);
  await ageSessions(merchant);
  await page.getByRole('button', { name: 'Ajouter une application d’authentification' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ajouter une application d’authentification' });
  const question = page.getByRole('dialog', { name: 'Confirmez votre identité' });
  const password = question.getByLabel('Votre mot de passe');
  await expect(password).toBeFocused();
  for (let press = 0; press < 6; press += 1) await page.keyboard.press('Tab');
  await expect(question.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Réessayer' }).click();
  await password.fill(merchant.password);
  await password.press('Enter');
  const key = dialog.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  await expect(dialog.getByRole('img', { name: /Code QR/ })).toBeVisible();
  const secret = Secret.fromBase32((await key.innerText()).replaceAll(' ', ''));
  const codeAt = (steps: number) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
  const field = dialog.getByRole('textbox', { name: 'Code de l’application' });
  await expect(field).toBeFocused();
  await field.fill('12');
  await field.press('Enter');
  await expect(dialog.getByText('Entrez les 6 chiffres affichés par l’application.')).toBeVisible();
  await look(page, 'the set-up of an app');
  await field.fill(codeAt(-1));
  await field.press('Enter');
  const codes = page.getByRole('list', { name: 'Codes de récupération' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recoveryCode = await codes.first().innerText();
  expect(await findings(page), 'recovery codes').toEqual([]);
  await page.getByRole('button', { name: 'J’ai noté les codes' }).click();
  const factors = page.getByRole('table', { name: 'Vérification en deux étapes' });
  await expect(factors.getByRole('row', { name: /Application/ })).toBeVisible();
  await expect(setUp).toHaveCount(0);
  await page.goto('/merchantInfo#users');
  const requirement = page.getByRole('switch', { name: 'Exiger la vérification' });
  await expect(requirement).toBeChecked();
  await requirement.click();
  await expect(page.getByText('Exigence enregistrée')).toBeVisible();

  await signInAgain(page, merchant);
  const code = page.getByRole('textbox', { name: 'Code de votre application' });
  await code.fill('000000');
  await code.press('Enter');
  await expect(page.getByText(/La vérification a échoué/)).toBeVisible();
  await look(page, 'the second step of a sign-in');
  await page.getByRole('button', { name: 'Utiliser un code de récupération' }).click();
  await page.getByRole('textbox', { name: 'Code de récupération' }).fill(recoveryCode);
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a passkey signs in, and confirms a protected change without losing what was typed', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/status of 40[03]/);
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const merchant = await makeMerchant();
  await openSignedIn(page, merchant, '/account#second-factor');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await ageSessions(merchant);
  await page.getByRole('button', { name: 'Continue' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const password = confirmation.getByLabel('Your password');
  await expect(password).toBeFocused();
  await password.fill('Wrong-1234');
  await password.press('Enter');
  await expect(confirmation.getByText('The current password is not correct.')).toBeVisible();
  await look(page, 'the password again');
  await password.fill(merchant.password);
  await password.press('Enter');
  await page.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect(page.getByRole('row', { name: /Laptop/ })).toBeVisible();

  await signInAgain(page, merchant);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page).toHaveURL('/dashboard');

  await ageSessions(merchant);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Profile/ })
    .click();
  await page.getByRole('button', { name: 'Create user' }).click();
  const form = page.getByRole('dialog', { name: 'Create a user' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Zoé Roy');
  await form.getByRole('textbox', { name: 'E-mail' }).fill(`zoe-${merchant.merchantId}@x.example`);
  await form.getByRole('textbox', { name: 'Phone' }).fill('514 555-0123');
  await form.getByRole('button', { name: 'Create user' }).click();
  const stepUp = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await stepUp.getByRole('button', { name: 'Cancel' }).last().click();
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Zoé Roy');
  await form.getByRole('button', { name: 'Create user' }).click();
  await expect(stepUp.getByRole('button', { name: 'Use your passkey' })).toBeVisible();
  expect(await findings(page), 'the confirmation').toEqual([]);
  await stepUp.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page.getByRole('row', { name: /Zoé Roy/ })).toContainText('Invited');
});
