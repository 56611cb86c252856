import { type RefObject, useEffect } from 'react';

/** Puts the keyboard into a field as soon as its form appears. */
export function useFirstFocus(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => field.current?.focus(), [field]);
}
