import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useRestedCallback } from './use-rested.ts';

/** Delay between a released pointer and its click, in ms. */
const CLICK_FOLLOWS = 30;

/**
 * The text of a search box and its setter. `onSearch` is called once typing rests, unless the page is
 * being left. A search that was changed elsewhere (Back, a cleared filter) replaces the text.
 */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search);
  const [inForce, setInForce] = useState(search);
  // Searches that were sent and are not in force yet.
  const [underWay, setUnderWay] = useState<readonly string[]>([]);

  if (search !== inForce) {
    setInForce(search);
    const at = underWay.indexOf(search);
    setUnderWay(at === -1 ? [] : underWay.slice(at + 1));
    if (at === -1) setTyped(search);
  }

  const { history } = useRouter();
  const page = useRef(history.location.pathname);
  const afterPress = useAfterPress();
  const send = useRestedCallback((text: string) => {
    afterPress(() => {
      if (history.location.pathname !== page.current) return;
      setUnderWay((before) => [...before, text]);
      onSearch(text);
    });
  });

  const change = (text: string) => {
    setTyped(text);
    send(text.trim());
  };
  return { typed, change };
}

/** Delays a task while a pointer is pressed: results that move a button would lose its click. */
function useAfterPress(): (task: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<() => void>(undefined);
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    const release = () => {
      setTimeout(() => {
        isPressed.current = false;
        if (!listening.signal.aborted) waiting.current?.();
        waiting.current = undefined;
      }, CLICK_FOLLOWS);
    };
    window.addEventListener('pointerdown', () => (isPressed.current = true), options);
    window.addEventListener('pointerup', release, options);
    window.addEventListener('pointercancel', release, options);
    return () => listening.abort();
  }, []);
  return (task) => {
    if (isPressed.current) waiting.current = task;
    else task();
  };
}
