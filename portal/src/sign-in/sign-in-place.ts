import type { SecondFactorChallenge, SessionTokens } from '@portage/contract/users/sessions';

/** Modes with an address of their own (spec 1 §2). */
const MODES = ['forgot', 'reset', 'new-password', 'second-factor'] as const;

export interface SignInSearch {
  /** Opened after signing in. */
  readonly from?: string;
  /** Absent for the normal form. */
  readonly mode?: (typeof MODES)[number];
}

export function readSignInSearch({ from, mode }: Record<string, unknown>): SignInSearch {
  const known = MODES.find((name) => name === mode);
  return { ...(typeof from === 'string' && { from }), ...(known && { mode: known }) };
}

/** Survives a reload and Back. */
export interface SignInHistory {
  readonly username: string;
  /** Of a new-password challenge. */
  readonly challenge?: string;
  readonly factor?: SecondFactorChallenge;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    signIn?: SignInHistory;
  }
}

export type SignInPlace =
  | { readonly mode: 'normal' | 'forgot' }
  | { readonly mode: 'reset'; readonly username: string }
  | { readonly mode: 'new-password'; readonly username: string; readonly challenge: string }
  | {
      readonly mode: 'second-factor';
      readonly username: string;
      readonly factor: SecondFactorChallenge;
    };

/** Falls back to the mode before when the history state is missing. */
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

export interface SignInSteps {
  readonly username: string;
  readonly onUsername: (typed: string) => void;
  readonly onSignedIn: (tokens: SessionTokens, username: string) => void;
  /** Opens the normal form where `mode` is undefined. */
  readonly onOpen: (mode: SignInSearch['mode'], keep: SignInHistory) => void;
}
