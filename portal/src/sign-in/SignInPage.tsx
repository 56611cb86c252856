import { Loader, Paper } from '@mantine/core';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { startSession, timedOutUsername } from '../lib/session.ts';
import { paths } from '../paths.ts';
import { useCodeSoon } from '../ui/use-fetch-soon.ts';
import { type SignInHistory, signInPlace, type SignInSearch } from './sign-in-place.ts';
import { SignInForm } from './SignInForm.tsx';
import classes from './SignInPage.module.css';

/** Back and a reload keep both. */
function useSignInPlace() {
  const { from, mode } = useSearch({ from: '/' });
  const kept = useLocation({ select: ({ state }) => state.signIn });
  const [username, setUsername] = useState(kept?.username ?? timedOutUsername() ?? '');
  const navigate = useNavigate();

  /** Opens the normal form where `mode` is undefined. */
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

const loadOtherModes = () => import('./OtherModes.tsx');
const OtherModes = lazy(async () => ({ default: (await loadOtherModes()).OtherModes }));

/** Spec 1 §2, /. */
export function SignInPage() {
  useCodeSoon(loadOtherModes);
  const { place, username, setUsername, open } = useSignInPlace();
  const steps = { username, onUsername: setUsername, onSignedIn: startSession, onOpen: open };
  return (
    <Paper className={classes['card']} withBorder p="lg">
      {place.mode === 'normal' ? (
        <SignInForm {...steps} />
      ) : (
        <Suspense fallback={<Loader />}>
          <OtherModes place={place} {...steps} />
        </Suspense>
      )}
    </Paper>
  );
}
