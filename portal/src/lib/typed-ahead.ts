/** How long typing is caught at most, in milliseconds: the field it is meant for may never come. */
const CAUGHT_FOR = 10_000;

/** What was typed, and whether Enter was pressed after it. */
export interface TypedAhead {
  readonly text: string;
  readonly isEntered: boolean;
}

const NOTHING: TypedAhead = { text: '', isEntered: false };

let caught = NOTHING;
let stop: (() => void) | undefined;

/**
 * Catches what is typed until `takeTypedAhead` is called: for a field that was asked for and whose code
 * is still on its way. Nothing else hears those keys. Escape drops what was typed, and nothing is
 * added after Enter.
 */
export function catchTyping(): void {
  stop?.();
  caught = NOTHING;
  const listening = new AbortController();
  const timer = setTimeout(() => listening.abort(), CAUGHT_FOR);
  stop = () => {
    clearTimeout(timer);
    listening.abort();
  };
  window.addEventListener('keydown', keep, { capture: true, signal: listening.signal });
}

/** What was typed since `catchTyping`, which ends. */
export function takeTypedAhead(): TypedAhead {
  stop?.();
  stop = undefined;
  const typed = caught;
  caught = NOTHING;
  return typed;
}

function keep(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const { text, isEntered } = caught;
  if (event.key === 'Escape') takeTypedAhead();
  else if (event.key === 'Enter') caught = { text, isEntered: true };
  else if (event.key !== 'Backspace' && event.key.length !== 1) return;
  else if (!isEntered) {
    const next = event.key === 'Backspace' ? text.slice(0, -1) : text + event.key;
    caught = { text: next, isEntered };
  }
  event.preventDefault();
  event.stopImmediatePropagation();
}
