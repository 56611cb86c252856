/** Milliseconds; the field may never appear. */
const CAUGHT_FOR = 10_000;

export interface TypedAhead {
  readonly text: string;
  readonly isEntered: boolean;
}

const NOTHING: TypedAhead = { text: '', isEntered: false };

let caught = NOTHING;
let stop: (() => void) | undefined;

/** Captures keys while a field's code loads. Escape drops the text, Enter ends it. */
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
