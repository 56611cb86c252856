import { expect, type Page } from '@playwright/test';
import { newOrderPayload } from '../server/src/testing/make-order.ts';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { openSignedIn, signInByCall } from './sign-in.ts';
import { test } from './test.ts';

/** Imitates the translation of Chrome and Edge: marks each text instead. */
async function imitateTranslation(page: Page): Promise<void> {
  await page.addInitScript(() => {
    function translate(text: Text): void {
      const parent = text.parentElement;
      if (!parent || parent.closest('font, script, style, svg, [translate="no"]')) return;
      if (!/\p{L}/u.test(text.data)) return;
      const font = document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
      font.append(font.cloneNode());
      font.firstElementChild?.append(`«${text.data}»`);
      // Chrome adds the translation and removes the text in two steps.
      parent.insertBefore(font, text);
      text.remove();
    }
    function translatePage(): void {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) translate(text);
    }
    addEventListener('DOMContentLoaded', () => {
      new MutationObserver(translatePage).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
  });
}

test('a page that the browser translates keeps working, with names and numbers as typed', async ({
  page,
  request,
}) => {
  const merchant = await makeMerchant();
  const names = ['Rose Hill', 'Bo Tremblay', ...Array.from({ length: 103 }, () => 'Di Roy')];
  await giveOrders(
    merchant,
    names.map((name) => ({ recipient: { name }, refNumber: 'ROSE-1' })),
  );
  await imitateTranslation(page);
  await openSignedIn(page, merchant, '/orders');
  const row = (name: string) => page.getByRole('row', { name }).first();
  await expect(row('Rose Hill')).toContainText('«Geocoded»');
  await expect(page.getByText('Rose Hill', { exact: true })).toBeVisible();
  await expect(page.getByText('ROSE-1', { exact: true }).first()).toBeVisible();

  // The count is first "100+ orders".
  await expect(page.getByText('«105 orders»', { exact: true })).toBeVisible();
  await row('Rose Hill').getByRole('checkbox').check();
  await expect(page.getByText('«1 selected»', { exact: true })).toBeVisible();
  await row('Bo Tremblay').getByRole('checkbox').check();
  await expect(page.getByText('«2 selected»', { exact: true })).toBeVisible();
  await row('Bo Tremblay').getByRole('checkbox').uncheck();
  await row('Rose Hill').getByRole('checkbox').uncheck();
  await expect(page.getByText('«1 selected»', { exact: true })).toHaveCount(0);

  const headers = await signInByCall(request, merchant);
  await request.post('/api/orders', { headers, data: newOrderPayload() });
  await page.getByRole('button', { name: '«1 new order' }).click();
  await expect(page.getByText('«106 orders»', { exact: true })).toBeVisible();
  await row('Rose Hill').click();
  await expect(page.getByText('«Open order page»')).toBeVisible();
  await row('Rose Hill').click();
  await expect(page.getByText('«Open order page»')).toHaveCount(0);

  // React removes one text of two, then changes the other.
  const place = await page.evaluateHandle(() => {
    const div = document.body.appendChild(document.createElement('div'));
    div.append('First', 'Second');
    return { div, texts: [...div.childNodes] };
  });
  const shown = () => place.evaluate(({ div }) => div.textContent);
  await expect.poll(shown).toBe('«First»«Second»');
  await place.evaluate(({ div, texts: [, second] }) => second && div.removeChild(second));
  await expect.poll(shown).toBe('«First»');
  await place.evaluate(({ texts: [first] }) => {
    if (first) first.nodeValue = 'Third';
  });
  await expect.poll(shown).toBe('«Third»');
});
