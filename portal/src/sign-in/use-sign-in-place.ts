import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { timedOutUsername } from '../lib/session.ts';
import { paths } from '../paths.ts';
import { type SignInHistory, signInPlace, type SignInSearch } from './sign-in-place.ts';

/**
 * The mode on the screen, how to come to another, and the username that all of them share. The mode is
 * in the address and the rest in the tab's history, so that Back and a reload keep the place.
 */
export function useSignInPlace() {
  const { from, mode } = useSearch({ from: '/' });
  const kept = useLocation({ select: ({ state }) => state.signIn });
  const [username, setUsername] = useState(kept?.username ?? timedOutUsername() ?? '');
  const navigate = useNavigate();

  /** Comes to a mode, or without one to the normal form, in place of a mode that is done with. */
  function open(mode: SignInSearch['mode'], keep: SignInHistory): void {
    setUsername(keep.username);
    void navigate({
      to: paths.signIn(),
      search: { ...(from !== undefined && { from }), ...(mode && { mode }) },
      state: { signIn: keep },
      replace: mode === undefined,
    });
  }

  return { place: signInPlace(mode, kept), username, setUsername, open };
}
