import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks';
import {
  keepPreviousData,
  type QueryKey,
  useQuery,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { SECOND } from '@portage/contract/time';

/** Milliseconds between a released pointer and its click. */
const CLICK_FOLLOWS = 30;

/** Calls `onSearch` once typing rests; follows searches changed elsewhere. */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search);
  const [inForce, setInForce] = useState(search);
  // Sent, but not yet in force.
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
  const send = useDebouncedCallback((text: string) => {
    afterPress(() => {
      if (history.location.pathname !== page.current) return;
      setUnderWay((before) => [...before, text]);
      onSearch(text);
    });
  }, TYPING_RESTS);

  const change = (text: string) => {
    setTyped(text);
    send(text.trim());
  };
  return { typed, change };
}

/** Waits for a pressed pointer: moved buttons lose their clicks. */
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

const TYPING_RESTS = SECOND / 4;

export const useRested = <Value>(typed: Value): Value => useDebouncedValue(typed, TYPING_RESTS)[0];

/** Cancels overtaken searches and keeps the last results until new ones arrive. */
export function useSearch<Found, Key extends QueryKey>(
  typed: string,
  queryOf: (text: string) => UseQueryOptions<Found, Error, Found, Key>,
) {
  const text = useRested(typed.trim());
  const found = useQuery({ ...queryOf(text), placeholderData: keepPreviousData });
  return {
    data: found.data,
    isError: found.isError,
    isFetching: found.isFetching,
    isAsked: found.fetchStatus !== 'idle' || found.isFetched,
    /** False while older results are shown. */
    isCurrent: text === typed.trim() && found.isSuccess && !found.isPlaceholderData,
  };
}
