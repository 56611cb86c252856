/** Maximum time in ms; the field may never appear. */
const CAUGHT_FOR = 10_000;

/** Text typed before its field appeared, and whether Enter followed. */
export interface TypedAhead {
  readonly text: string;
  readonly isEntered: boolean;
}

const NOTHING: TypedAhead = { text: '', isEntered: false };

let caught = NOTHING;
let stop: (() => void) | undefined;

/**
 * Captures keys until `takeTypedAhead`, for a field whose code is loading. Escape drops the text;
 * nothing is added after Enter.
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

/** Ends `catchTyping` and returns the text. */
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
