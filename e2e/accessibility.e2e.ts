import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { giveOrders, makeMerchant } from './own-merchant.ts';
import { refuse } from './refuse.ts';
import { demo, openSignedIn, signIn, speak } from './sign-in.ts';
import { test } from './test.ts';
import { fillIn, goOn, recipient, smallPackage } from './wizard.ts';

const WIDTHS = [1440, 390];

/** What axe finds wrong with the screen, each with the place and the rule. */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  // The other mode opens a tab of its own to put frames together; these pages have none.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Looks at the screen as it is in both widths, and in the dark. */
async function lookAround(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findings(page), `at ${width} px`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findings(page, ['color-contrast']), `at ${width} px in the dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  }
}
