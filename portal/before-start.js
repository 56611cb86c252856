// Runs before the portal's modules. page-code.ts inlines it; the content security policy names its
// hash.
(function beforeStart() {
  // Without it zod makes code from text, which the policy forbids.
  globalThis.__zod_globalConfig = { jitless: true };

  // Replaces storage that the browser blocks with its cookies, as long as the page is open.
  function memoryStorage() {
    /** @type {Map<string, string>} */
    const values = new Map();
    return {
      get length() {
        return values.size;
      },
      key: (/** @type {number} */ index) => [...values.keys()][index] ?? null,
      getItem: (/** @type {string} */ key) => values.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => values.set(key, value),
      removeItem: (/** @type {string} */ key) => values.delete(key),
      clear: () => values.clear(),
    };
  }
  for (const name of /** @type {const} */ (['localStorage', 'sessionStorage'])) {
    try {
      window[name].getItem('');
    } catch {
      Object.defineProperty(window, name, { value: memoryStorage() });
    }
  }

  // Sets language and color scheme before the first paint. A link to the sign-in page may name a
  // language.
  const root = document.documentElement;
  const language = new URLSearchParams(location.search).get('lang');
  const isLink = location.pathname === '/' && (language === 'en' || language === 'fr');
  if (isLink && !localStorage.getItem('language')) localStorage.setItem('language', language);
  root.lang = localStorage.getItem('language') === 'fr' ? 'fr' : 'en';
  const chosen = localStorage.getItem('colorScheme');
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = chosen === 'dark' || (chosen !== 'light' && prefersDark);
  root.dataset.mantineColorScheme = isDark ? 'dark' : 'light';

  // Preloads the scripts, styles and texts of the page. A new tab has no session and asks the other tabs.
  const isSignIn = location.pathname === '/';
  const hasSession = sessionStorage.getItem('token') !== null;
  const mayHaveSession = hasSession || (!isSignIn && localStorage.getItem('merchantId') !== null);
  const opened = isSignIn
    ? '/dashboard'
    : location.pathname.replace(/^\/orders\/[^/]+$/, '/orders/$id');
  // Written by page-code.ts; empty in development.
  const pages = /** @type {Record<string, Record<string, string[]>>} */ (
    JSON.parse(document.getElementById('page-code')?.textContent ?? '{}')
  );
  const page = pages[mayHaveSession ? opened : '/'] ?? {};
  const { code = [], styles = [], [root.lang]: texts = [] } = page;
  const add = (/** @type {Partial<HTMLLinkElement>} */ properties) =>
    document.head.append(Object.assign(document.createElement('link'), properties));
  for (const name of styles) {
    add({ rel: 'preload', as: 'style', crossOrigin: '', href: `/assets/${name}.css` });
  }
  for (const name of [...code, ...texts]) add({ rel: 'modulepreload', href: `/assets/${name}.js` });
})();
