import { expect } from '@playwright/test';
import { contrastFindings, findings, widen } from './look-around.ts';
import { mailTo } from './outbox.ts';
import { makeMerchant } from './own-merchant.ts';
import { test } from './test.ts';

/** The sandboxed frame of a mail logs that Playwright and axe cannot run scripts. */
const NO_SCRIPTS = /^Blocked script execution in '[^']+\/html'/;

test('a mail that is not sent can be read in the outbox, and in programs that drop its body element, as Yahoo and Fastmail do', async ({
  page,
  request,
  complaints,
}) => {
  complaints.expect(NO_SCRIPTS);
  const { username } = await makeMerchant();
  const headers = { locale: 'FR' };
  await request.post('/api/users/reset_password', { data: { username }, headers });
  const mail = await mailTo(request, username);
  await widen(page, 390);
  await page.goto('/dev/mail?lang=fr');
  expect(await findings(page), 'the list in French, narrow').toEqual([]);
  await widen(page);
  await page.goto('/dev/mail?lang=en');
  await expect(page.getByRole('note')).toContainText('not sent to anyone');
  await page.getByRole('row').filter({ hasText: username }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/code/);
  const html = page.frameLocator('iframe');
  await expect(html.getByRole('heading')).toHaveText('Votre code de réinitialisation Portage');
  const code = await html.getByText(/^\d{6}$/).textContent();
  await expect(page.locator('pre')).toContainText(`\n${code}\n`);
  expect(await findings(page), 'a mail in English, wide').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await contrastFindings(page), 'a mail in the dark').toEqual([]);

  const parts = /(<style>.+<\/style>).+<body[^>]+>(.+)<\/body>/s;
  const [, style, content] = parts.exec(mail.html) ?? [];
  await page.goto('about:blank');
  await widen(page, 390);
  for (const [around, colorScheme] of [
    ['black', 'light'],
    ['white', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const text = around === 'black' ? 'white' : 'black';
    await page.setContent(`<body style="background:${around};color:${text}">${style}${content}`);
    await expect(page.getByText(/^\d{6}$/)).toBeVisible();
    expect(await contrastFindings(page), `on ${around}`).toEqual([]);
  }
});
