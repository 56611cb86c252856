/*
 * Keeps the page of an order up to date: reloads it while it is visible and something may still happen,
 * replaces the parts that changed, and has a new headline read out.
 */
(() => {
  const EVERY = 20_000;
  const LONGEST_WAIT = 320_000;
  let wait = EVERY;
  let dueAt = Date.now() + wait;
  let isAsking = false;

  const headline = () => document.querySelector('#headline')?.textContent ?? '';

  /** Takes over what a fresh page says. @param {Document} fresh */
  function show(fresh) {
    const before = headline();
    for (const part of ['main', '#as-of']) {
      const [old, young] = [document.querySelector(part), fresh.querySelector(part)];
      if (old && young && old.textContent !== young.textContent) old.replaceWith(young);
    }
    document.title = fresh.title;
    const news = document.querySelector('#news');
    if (news && headline() !== before) news.textContent = headline();
  }

  /** A deleted order says so; a failing server is asked less and less often. */
  async function ask() {
    isAsking = true;
    try {
      const response = await fetch(location.href, { cache: 'no-store' });
      if (!response.ok && response.status !== 404) throw new Error(String(response.status));
      show(new DOMParser().parseFromString(await response.text(), 'text/html'));
      wait = EVERY;
    } catch {
      wait = Math.min(2 * wait, LONGEST_WAIT);
    }
    dueAt = Date.now() + wait;
    isAsking = false;
  }

  function askWhenDue() {
    const isLive = document.querySelector('main')?.hasAttribute('data-live');
    const isSeen = document.visibilityState === 'visible';
    if (isLive && isSeen && !isAsking && Date.now() >= dueAt) void ask();
  }

  setInterval(askWhenDue, 1000);
  document.addEventListener('visibilitychange', askWhenDue);
})();
