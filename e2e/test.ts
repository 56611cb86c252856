import { type BrowserContext, expect, test as base } from '@playwright/test';

interface Fixtures {
  /**
   * Console errors and warnings, content-policy violations, uncaught exceptions, and screens that
   * vanish during loading. Unexpected ones fail a test.
   */
  complaints: { expect(pattern: RegExp): void };
}

/** The file of the notifications and the palette, which loads after the first screen. */
export const CODE_LOADED_SOON = /\/assets\/soon-[\w-]{8}\.js$/;

/** A test whose browser logs nothing and calls no other host. */
export const test = base.extend<Fixtures>({
  baseURL: process.env['PORTAGE_E2E_URL'],
  complaints: [
    async ({ context, baseURL }, use) => {
      const expected: RegExp[] = [];
      const complaints = complaintsOf(context);
      const origins = originsAskedBy(context);
      await context.addInitScript(tellVanishedScreens);
      await use({ expect: (pattern) => expected.push(pattern) });
      const isExpected = (text: string) => expected.some((pattern) => pattern.test(text));
      expect(complaints.filter((text) => !isExpected(text))).toEqual([]);
      expect([...origins].filter((origin) => origin !== baseURL)).toEqual([]);
    },
    { auto: true },
  ],
});

function complaintsOf(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  return complaints;
}

/** Runs in the page. React hides a screen when a part without its own `Suspense` suspends. */
function tellVanishedScreens(): void {
  const hasVanished = ({ target }: MutationRecord) =>
    target instanceof HTMLElement &&
    target.style.getPropertyPriority('display') === 'important' &&
    (target.matches('h1') || target.querySelector('h1') !== null);
  new MutationObserver((changes) => {
    if (changes.some(hasVanished)) console.error('The screen vanished while something loaded');
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['style'] });
}

/** Hosts that were called over the network. */
function originsAskedBy(context: BrowserContext): Set<string> {
  const origins = new Set<string>();
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http')) origins.add(origin);
  });
  return origins;
}
