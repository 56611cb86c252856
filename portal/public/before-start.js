// What must be settled before the portal's modules run. A file of its own: the content security policy
// allows no script in the page.
(function beforeStart() {
  // zod would try to make code from text as soon as a schema is defined, which the policy forbids.
  globalThis.__zod_globalConfig = { jitless: true };

  // The language and the colour scheme of the page, so that neither flashes.
  const root = document.documentElement;
  if (localStorage.getItem('language') === 'fr') root.lang = 'fr';
  const chosen = localStorage.getItem('colorScheme');
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = chosen === 'dark' || (chosen !== 'light' && prefersDark);
  root.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
})();
