/** How long typing is caught at most, in milliseconds: the field it is meant for may never come. */
const CAUGHT_FOR = 10_000;

let caught = '';
let stop: (() => void) | undefined;

/**
 * Catches what is typed until `takeTypedAhead` is called: for a field that was asked for and whose code
 * is still on its way. Nothing else hears those keys. Escape drops what was typed.
 */
export function catchTyping(): void {
  stop?.();
  caught = '';
  const listening = new AbortController();
  const timer = setTimeout(() => listening.abort(), CAUGHT_FOR);
  stop = () => {
    clearTimeout(timer);
    listening.abort();
  };
  window.addEventListener('keydown', keep, { capture: true, signal: listening.signal });
}

/** What was typed since `catchTyping`, which ends. */
export function takeTypedAhead(): string {
  stop?.();
  stop = undefined;
  const text = caught;
  caught = '';
  return text;
}

function keep(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === 'Backspace') caught = caught.slice(0, -1);
  else if (event.key === 'Escape') takeTypedAhead();
  else if (event.key.length === 1) caught += event.key;
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
