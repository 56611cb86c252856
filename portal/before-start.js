// What must be settled before the portal's modules run. page-code.ts writes it into the page, so that
// nothing waits for another file; the server's content security policy names its hash.
(function beforeStart() {
  // zod would try to make code from text as soon as a schema is defined, which the policy forbids.
  globalThis.__zod_globalConfig = { jitless: true };

  // The language and the colour scheme of the page, so that neither flashes. Where no language was
  // chosen, that of the link which led here is: those of the public pages and of search engines name it.
  const root = document.documentElement;
  const language = new URLSearchParams(location.search).get('lang');
  const isLink = location.pathname === '/' && (language === 'en' || language === 'fr');
  if (isLink && !localStorage.getItem('language')) localStorage.setItem('language', language);
  root.lang = localStorage.getItem('language') === 'fr' ? 'fr' : 'en';
  const chosen = localStorage.getItem('colorScheme');
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = chosen === 'dark' || (chosen !== 'light' && prefersDark);
  root.dataset.mantineColorScheme = isDark ? 'dark' : 'light';

  // The scripts and the texts of the page are fetched beside the script that finds out which page it is.
  // A new tab has no session yet, and asks the others for theirs.
  const isSignIn = location.pathname === '/';
  const hasSession = sessionStorage.getItem('token') !== null;
  const mayHaveSession = hasSession || (!isSignIn && localStorage.getItem('merchantId') !== null);
  const opened = isSignIn
    ? '/dashboard'
    : location.pathname.replace(/^\/orders\/[^/]+$/, '/orders/$id');
  // As page-code.ts writes it; empty while developing.
  const pages = /** @type {Record<string, Record<string, string[]>>} */ (
    JSON.parse(document.getElementById('page-code')?.textContent ?? '{}')
  );
  const { code = [], [root.lang]: texts = [] } = pages[mayHaveSession ? opened : '/'] ?? {};
  for (const name of [...code, ...texts]) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = `/assets/${name}.js`;
    document.head.append(link);
  }
})();
