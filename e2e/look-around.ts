import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { speak } from './sign-in.ts';

const WIDE = 1440;
export const MEDIUM = 1024;
const NARROW = 390;
const ZOOMED = 320;

/**
 * Runs both engines on the narrow and the wide screen, and axe in the dark. Screens for phones must
 * fit a medium screen and 400 % zoom, too.
 */
export async function lookAround(
  page: Page,
  widths: readonly [number, number] = [NARROW, WIDE],
): Promise<void> {
  if (widths[0] === NARROW) {
    await fits(page, MEDIUM);
    await fitsZoomed(page);
  }
  for (const width of widths) {
    await widen(page, width);
    expect(await findings(page), `${width} px wide`).toEqual([]);
  }
  await lookInTheDark(page, 'in the dark');
}

/** Switches to French and runs both engines on the narrow screen; once per screen is enough. */
export async function lookInFrench(page: Page): Promise<void> {
  await switchLanguage(page, 'fr');
  await fitsZoomed(page);
  await widen(page, NARROW);
  expect(await findings(page), `in French, ${NARROW} px wide`).toEqual([]);
}

/** Expects nothing beyond the edges of 1280 px at 400 % zoom (WCAG 1.4.10). */
export const fitsZoomed = (page: Page) => fits(page, ZOOMED);

async function fits(page: Page, width: number): Promise<void> {
  await widen(page, width);
  await expect.poll(() => overflows(page), `${width} px wide`).toEqual([]);
}

/** Runs both engines on the current screen, and axe in the dark. */
export async function look(page: Page, what: string): Promise<void> {
  expect(await findings(page), what).toEqual([]);
  await lookInTheDark(page, `${what} in the dark`);
}

/**
 * Switches the colour scheme and waits for the end of transitions. Pages outside the portal switch
 * by CSS alone.
 */
async function turnColors(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((wanted) => {
    const { mantineColorScheme = wanted } = document.documentElement.dataset;
    const isTurning = document.getAnimations().some((one) => one instanceof CSSTransition);
    return mantineColorScheme === wanted && !isTurning;
  }, colorScheme);
}

async function lookInTheDark(page: Page, what: string): Promise<void> {
  await turnColors(page, 'dark');
  expect(await contrastFindings(page), what).toEqual([]);
  await turnColors(page, 'light');
}

/** Sets the width of the window in pixels. */
export function widen(page: Page, width = WIDE): Promise<void> {
  return page.setViewportSize({ width, height: 900 });
}

const read = (url: string) => readFileSync(fileURLToPath(url), 'utf8');

/** Scripts that each define a global: axe, and IBM's Equal Access. */
const ENGINES = {
  axe: read(import.meta.resolve('axe-core/axe.min.js')),
  ace: read(import.meta.resolve('accessibility-checker-engine/ace.js')),
};

declare global {
  interface Window {
    readonly axe: {
      run(
        on: Document,
        options: object,
      ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
    };
    readonly ace: { Checker: new () => Checker };
  }
}

interface Checker {
  readonly engine: { getRule(id: string): { dependencies?: string[]; readonly run: unknown } };
  getGuidelines(): Guideline[];
  addGuideline(guideline: Guideline): void;
  check(on: Document, guidelines: string[]): Promise<{ results: Result[] }>;
}

interface Guideline {
  readonly id: string;
  readonly checkpoints: readonly { rules?: readonly { id: string; level: string }[] }[];
}

interface Result {
  readonly ruleId: string;
  readonly value: readonly [level: string, result: string];
  readonly snippet: string;
  readonly message: string;
}

async function load(page: Page, engine: keyof typeof ENGINES): Promise<void> {
  const isLoaded = await page.evaluate((name) => name in window, engine);
  if (!isLoaded) await page.evaluate(ENGINES[engine]);
}

/** Returns violations by axe and Equal Access as rule and element, overflows and small fields. */
export async function findings(page: Page): Promise<string[]> {
  return [
    ...(await axeFindings(page)),
    ...(await equalAccessFindings(page)),
    ...(await overflows(page)),
    ...(await smallFields(page)),
  ];
}

/** Returns the fields of a narrow screen that an iPhone zooms into. */
function smallFields(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const typed = 'input:not([type=checkbox], [type=radio], [type=range]), select, textarea';
    const fields = innerWidth < 768 ? [...document.querySelectorAll(typed)] : [];
    return fields
      .filter(
        (field) => field.checkVisibility() && parseFloat(getComputedStyle(field).fontSize) < 16,
      )
      .map((field) => `text below 16 px: ${field.outerHTML.slice(0, 200)}`);
  });
}

/** Returns what overflows: the page sideways, popups, and labels of buttons. */
function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const above = document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]');
    const beyond = [...above].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return element.checkVisibility() && (left < 0 || right > clientWidth);
    });
    const cut = [...document.querySelectorAll('.mantine-Button-label')].filter(
      (label) => label.checkVisibility() && label.scrollWidth > label.clientWidth,
    );
    return [
      ...cut.map((label) => `cut off: ${label.textContent}`),
      ...(scrollWidth > clientWidth
        ? [`scrolls sideways: ${scrollWidth} of ${clientWidth} px`]
        : []),
      ...beyond.map((element) => `beyond the edge: ${element.outerHTML.slice(0, 200)}`),
    ];
  });
}

/** Returns axe's violations of contrast. */
export const contrastFindings = (page: Page) => axeFindings(page, ['color-contrast']);

/** Filters in the page: transferring thousands of results takes a second. */
async function axeFindings(page: Page, rules?: string[]): Promise<string[]> {
  await load(page, 'axe');
  return page.evaluate(async (values) => {
    const runOnly = values && { runOnly: { type: 'rule', values } };
    const options = { resultTypes: ['violations'], selectors: false, preload: false, ...runOnly };
    const report = await window.axe.run(document, options);
    return report.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, rules);
}

/** Rules of Equal Access that are wrong for an element. */
const WRONG_RULES: readonly [rule: string, element: RegExp][] = [
  // ARIA requires no name of an <output>, which is a status.
  ['input_label_exists', /^<output/],
  // HTML allows it on a field for e-mail addresses.
  ['input_autocomplete_valid', /autocomplete="username"/],
  // A scrollable region must take the focus, as axe also requires.
  ['element_tabbable_role_valid', /role="region"|^<section[^>]+aria-label/],
  // Phones hide their header visually; screen readers read it.
  ['table_headers_exists', /aria-rowcount|_stacked_/],
];

/**
 * Returns the certain violations of Equal Access. The half of its rules that only advise or ask a
 * person to look takes half of the time, and is left out.
 */
async function equalAccessFindings(page: Page): Promise<string[]> {
  await load(page, 'ace');
  const violations = await page.evaluate(async () => {
    const checker = new window.ace.Checker();
    const all = checker.getGuidelines().find(({ id }) => id === 'IBM_Accessibility');
    const rules = (all?.checkpoints ?? []).flatMap((checkpoint) => checkpoint.rules ?? []);
    const certain = rules.filter(
      ({ id, level }) =>
        level === 'VIOLATION' && String(checker.engine.getRule(id).run).includes('RuleFail'),
    );
    if (certain.length === 0) throw new Error('Equal Access names its rules differently');
    const ids = new Set(
      certain.flatMap(({ id }) => [id, ...(checker.engine.getRule(id).dependencies ?? [])]),
    );
    checker.addGuideline({
      id: 'certain',
      checkpoints: [{ rules: rules.filter(({ id }) => ids.has(id)) }],
    });
    const { results } = await checker.check(document, ['certain']);
    return results
      .filter(({ value: [level, result] }) => level === 'VIOLATION' && result === 'FAIL')
      .map(({ ruleId, message, snippet }) => ({ ruleId, message, snippet }));
  });
  return violations
    .filter(
      ({ ruleId, snippet }) =>
        !WRONG_RULES.some(([rule, element]) => rule === ruleId && element.test(snippet)),
    )
    .map(({ ruleId, snippet, message }) => `${ruleId}: ${message} ${snippet}`);
}

/** Switches the language: in the user's menu, in the header before sign-in, else on the device. */
async function switchLanguage(page: Page, language: 'en' | 'fr'): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await widen(page);
  const name = { en: 'English', fr: 'Français' }[language];
  const person = page.getByRole('button', { name: /^(Hello|Bonjour), / });
  const inHeader = page.getByRole('button', { name, exact: true });
  if (await person.isVisible()) {
    await person.click();
    await page.getByRole('menuitemradio', { name }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  } else if (await inHeader.isVisible()) {
    await inHeader.click();
  } else {
    await speak(page, language);
    await page.reload();
  }
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}
