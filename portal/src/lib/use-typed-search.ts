import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

/** How long typing must rest before a search is sent, in milliseconds. */
const TYPING_RESTS = 250;

/**
 * The text of a search box, and what changes it: `onSearch` is told once typing rests. The search in
 * force follows a moment later, when more may have been typed, which stays. One that was not typed
 * here, by going back or by clearing it elsewhere, is taken over.
 */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search);
  const [inForce, setInForce] = useState(search);
  // What was sent and is not in force yet.
  const [underWay, setUnderWay] = useState<readonly string[]>([]);

  if (search !== inForce) {
    setInForce(search);
    const at = underWay.indexOf(search);
    setUnderWay(at === -1 ? [] : underWay.slice(at + 1));
    if (at === -1) setTyped(search);
  }

  const send = useDebouncedCallback((text: string) => {
    setUnderWay((before) => [...before, text]);
    onSearch(text);
  }, TYPING_RESTS);

  const change = (text: string) => {
    setTyped(text);
    send(text.trim());
  };
  return { typed, change };
}
