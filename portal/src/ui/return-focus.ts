const HOME = 'section[tabindex]';

/** Focuses a button that is enabled again, or the section of a removed element. */
export function returnFocus(): void {
  let lost: HTMLElement;
  let home: HTMLElement | null;
  const follow = () => {
    if (lost.isConnected && lost.matches(':disabled')) return;
    disabled.disconnect();
    if (document.activeElement !== document.body) return;
    (lost.isConnected ? lost : home)?.focus({ preventScroll: true });
  };
  const disabled = new MutationObserver(follow);

  document.addEventListener('focusin', ({ target }) => {
    disabled.disconnect();
    if (!(target instanceof HTMLElement)) return;
    lost = target;
    home = target.closest(HOME);
  });
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null || target !== lost) return;
    if (lost.matches(':disabled')) {
      disabled.observe(document, {
        subtree: true,
        childList: true,
        attributeFilter: ['disabled'],
      });
    } else {
      queueMicrotask(() => {
        if (!lost.isConnected) follow();
      });
    }
  });
}
