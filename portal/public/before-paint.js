// Sets the language and the colour scheme of the page before its first paint, so that neither flashes.
(function beforePaint() {
  const root = document.documentElement;
  const language = localStorage.getItem('language');
  if (language === 'fr') root.lang = 'fr';

  const chosen = localStorage.getItem('colorScheme');
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const dark = chosen === 'dark' || (chosen !== 'light' && prefersDark);
  root.dataset.mantineColorScheme = dark ? 'dark' : 'light';
})();
