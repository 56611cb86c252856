import { Paper } from '@mantine/core';
import type { NewPasswordChallenge } from '@portage/contract/sessions';
import { useState } from 'react';
import { startSession } from '../lib/session.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { SignInForm } from './SignInForm.tsx';
import classes from './SignInPage.module.css';

/** Somebody who signed in with a temporary password and must choose their own. */
interface Challenged {
  readonly username: string;
  readonly challenge: NewPasswordChallenge;
}

/** The sign-in page (spec 1 §2, /): the normal form, or the choice of a first password. */
export function SignInPage() {
  const [challenged, setChallenged] = useState<Challenged>();
  return (
    <Paper className={classes['card']} withBorder p="lg">
      {challenged ? (
        <NewPasswordForm
          username={challenged.username}
          session={challenged.challenge.session}
          onDone={(tokens) => startSession(tokens, challenged.username)}
          onCancel={() => setChallenged(undefined)}
        />
      ) : (
        <SignInForm
          onDone={(username, answer) => {
            if ('challengeName' in answer) setChallenged({ username, challenge: answer });
            else startSession(answer, username);
          }}
        />
      )}
    </Paper>
  );
}
