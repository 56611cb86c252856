import type { SecondFactorChallenge } from '@portage/contract/users/sessions';

/** The modes of the sign-in page that have an address of their own (spec 1 §2). */
const MODES = ['forgot', 'reset', 'new-password', 'second-factor'] as const;

/** What the address of the sign-in page keeps. */
export interface SignInSearch {
  /** The page to go to afterwards. */
  readonly from?: string;
  /** Absent for the normal form. */
  readonly mode?: (typeof MODES)[number];
}

/** Reads the state of the sign-in page from its address; what cannot be read is left out. */
export function readSignInSearch({ from, mode }: Record<string, unknown>): SignInSearch {
  const known = MODES.find((name) => name === mode);
  return { ...(typeof from === 'string' && { from }), ...(known && { mode: known }) };
}

/**
 * What the tab's history keeps of a mode: a reload and the Back button find it again, and no address
 * shows it.
 */
export interface SignInHistory {
  readonly username: string;
  /** The session of a new-password challenge. */
  readonly challenge?: string;
  readonly factor?: SecondFactorChallenge;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    signIn?: SignInHistory;
  }
}

/** A mode with what it needs. */
export type SignInPlace =
  | { readonly mode: 'normal' | 'forgot' }
  | { readonly mode: 'reset'; readonly username: string }
  | { readonly mode: 'new-password'; readonly username: string; readonly challenge: string }
  | {
      readonly mode: 'second-factor';
      readonly username: string;
      readonly factor: SecondFactorChallenge;
    };

/** The mode to show: an address that lost what its mode needs leads to the mode before it. */
export function signInPlace(
  wanted: SignInSearch['mode'],
  { username = '', challenge, factor }: Partial<SignInHistory> = {},
): SignInPlace {
  if (wanted === 'new-password' && challenge !== undefined) {
    return { mode: 'new-password', username, challenge };
  }
  if (wanted === 'second-factor' && factor) return { mode: 'second-factor', username, factor };
  if (wanted === 'reset' && username !== '') return { mode: 'reset', username };
  return { mode: wanted === 'forgot' || wanted === 'reset' ? 'forgot' : 'normal' };
}
