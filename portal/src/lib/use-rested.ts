import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks';

/** Delay after the last keystroke before anything is searched or quoted, in ms. */
const TYPING_RESTS = 250;

/** Follows a value that is being typed, once typing rests. */
export const useRested = <Value>(typed: Value): Value => useDebouncedValue(typed, TYPING_RESTS)[0];

/** Delays calls until typing rests. */
export const useRestedCallback = <Input>(act: (input: Input) => void) =>
  useDebouncedCallback(act, TYPING_RESTS);
