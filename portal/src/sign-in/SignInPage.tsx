import { Loader, Paper } from '@mantine/core';
import type { SignInAnswer } from '@portage/contract/sessions';
import { lazy, Suspense } from 'react';
import { startSession } from '../lib/session.ts';
import { useCodeSoon } from '../ui/use-fetch-soon.ts';
import { SignInForm } from './SignInForm.tsx';
import classes from './SignInPage.module.css';
import { useSignInPlace } from './use-sign-in-place.ts';

/** Most who sign in need none of them. */
const loadOtherModes = () => import('./OtherModes.tsx');
const OtherModes = lazy(async () => ({ default: (await loadOtherModes()).OtherModes }));

/** The sign-in page (spec 1 §2, /) in its four modes. */
export function SignInPage() {
  useCodeSoon(loadOtherModes);
  const { place, username, setUsername, open } = useSignInPlace();
  const proceed = (typed: string, answer: SignInAnswer) => {
    if (!('challengeName' in answer)) startSession(answer, typed);
    else if (answer.challengeName === 'SECOND_FACTOR_REQUIRED') {
      open('second-factor', { username: typed, factor: answer });
    } else open('new-password', { username: typed, challenge: answer.session });
  };

  return (
    <Paper className={classes['card']} withBorder p="lg">
      {place.mode === 'normal' ? (
        <SignInForm username={username} onUsername={setUsername} onDone={proceed} />
      ) : (
        <Suspense fallback={<Loader />}>
          <OtherModes
            place={place}
            username={username}
            onUsername={setUsername}
            onSignedIn={startSession}
            onOpen={open}
          />
        </Suspense>
      )}
    </Paper>
  );
}
