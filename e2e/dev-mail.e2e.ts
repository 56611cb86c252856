import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { contrastFindings, findings, widen } from './look-around.ts';
import { makeMerchant } from './own-merchant.ts';
import { test } from './test.ts';

/** The sandboxed frame of a mail logs that Playwright and axe cannot run scripts. */
const NO_SCRIPTS = /^Blocked script execution in '[^']+\/html'/;

/** Requests a reset code for a new user; returns the address. */
async function mailResetCode(request: APIRequestContext): Promise<string> {
  const { username } = await makeMerchant();
  const asked = await request.post('/api/users/reset_password', {
    data: { username },
    headers: { locale: 'FR' },
  });
  expect(asked.status()).toBe(204);
  const listed = async () => {
    const mails = await request.get('/dev/mail.json', { params: { to: username } });
    return (await mails.json()) as unknown[];
  };
  await expect.poll(listed).toHaveLength(1);
  return username;
}

const openMail = async (page: Page, recipient: string) => {
  await page.getByRole('row').filter({ hasText: recipient }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/code/);
};

test('a mail that is not sent can be read in the outbox, and in programs that drop its body element, as Yahoo and Fastmail do', async ({
  page,
  request,
  complaints,
}) => {
  complaints.expect(NO_SCRIPTS);
  const recipient = await mailResetCode(request);
  await widen(page, 390);
  await page.goto('/dev/mail?lang=fr');
  expect(await findings(page), 'the list in French, narrow').toEqual([]);
  await widen(page);
  await page.goto('/dev/mail?lang=en');
  await expect(page.getByRole('note')).toContainText('not sent to anyone');
  await openMail(page, recipient);
  const html = page.frameLocator('iframe');
  await expect(html.getByRole('heading')).toHaveText('Votre code de réinitialisation Portage');
  const code = await html.getByText(/^\d{6}$/).textContent();
  await expect(page.locator('pre')).toContainText(`\n${code}\n`);
  expect(await findings(page), 'a mail in English, wide').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await contrastFindings(page), 'a mail in the dark').toEqual([]);

  const mails = await request.get('/dev/mail.json', { params: { to: recipient } });
  const [mail] = (await mails.json()) as [{ html: string }];
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
