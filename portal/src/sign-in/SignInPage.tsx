import { Paper } from '@mantine/core';
import type { SignInAnswer } from '@portage/contract/sessions';
import { startSession } from '../lib/session.ts';
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { ResetPasswordForm } from './ResetPasswordForm.tsx';
import { SecondFactorStep } from './SecondFactorStep.tsx';
import { SignInForm } from './SignInForm.tsx';
import classes from './SignInPage.module.css';
import { useSignInPlace } from './use-sign-in-place.ts';

/** The sign-in page (spec 1 §2, /) in its four modes. */
export function SignInPage() {
  const { place, username, setUsername, open } = useSignInPlace();
  const openNormal = () => open(undefined, { username });
  const proceed = (typed: string, answer: SignInAnswer) => {
    if (!('challengeName' in answer)) startSession(answer, typed);
    else if (answer.challengeName === 'SECOND_FACTOR_REQUIRED') {
      open('second-factor', { username: typed, factor: answer });
    } else open('new-password', { username: typed, challenge: answer.session });
  };

  return (
    <Paper className={classes['card']} withBorder p="lg">
      {place.mode === 'normal' && (
        <SignInForm username={username} onUsername={setUsername} onDone={proceed} />
      )}
      {place.mode === 'new-password' && (
        <NewPasswordForm
          username={place.username}
          session={place.challenge}
          onDone={(tokens) => startSession(tokens, place.username)}
          onCancel={openNormal}
        />
      )}
      {place.mode === 'second-factor' && (
        <SecondFactorStep
          username={place.username}
          challenge={place.factor}
          onDone={(tokens) => startSession(tokens, place.username)}
          onCancel={openNormal}
        />
      )}
      {place.mode === 'forgot' && (
        <ForgotPasswordForm
          username={username}
          onUsername={setUsername}
          onSent={(address) => open('reset', { username: address })}
          onCancel={openNormal}
        />
      )}
      {place.mode === 'reset' && (
        <ResetPasswordForm
          username={place.username}
          onDone={() => open(undefined, { username: place.username })}
          onCancel={openNormal}
        />
      )}
    </Paper>
  );
}
