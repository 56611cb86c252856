import type { SessionTokens } from '@portage/contract/sessions';
import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../lib/query-client.ts';
import { ForgotPasswordForm } from './ForgotPasswordForm.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { ResetPasswordForm } from './ResetPasswordForm.tsx';
import { SecondFactorStep } from './SecondFactorStep.tsx';
import type { SignInHistory, SignInPlace, SignInSearch } from './sign-in-place.ts';

interface OtherModesProps {
  readonly place: Exclude<SignInPlace, { readonly mode: 'normal' }>;
  readonly username: string;
  readonly onUsername: (typed: string) => void;
  readonly onSignedIn: (tokens: SessionTokens, username: string) => void;
  /** Comes to another mode, or without one to the normal form. */
  readonly onOpen: (mode: SignInSearch['mode'], keep: SignInHistory) => void;
}

/** The modes of the sign-in page beside the normal form (spec 1 §2, /). */
export function OtherModes(props: OtherModesProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <OtherMode {...props} />
    </QueryClientProvider>
  );
}

function OtherMode({ place, username, onUsername, onSignedIn, onOpen }: OtherModesProps) {
  const openNormal = () => onOpen(undefined, { username });
  if (place.mode === 'new-password') {
    return (
      <NewPasswordForm
        username={place.username}
        session={place.challenge}
        onDone={(tokens) => onSignedIn(tokens, place.username)}
        onCancel={openNormal}
      />
    );
  }
  if (place.mode === 'second-factor') {
    return (
      <SecondFactorStep
        username={place.username}
        challenge={place.factor}
        onDone={(tokens) => onSignedIn(tokens, place.username)}
        onCancel={openNormal}
      />
    );
  }
  if (place.mode === 'reset') {
    return (
      <ResetPasswordForm
        username={place.username}
        onDone={() => onOpen(undefined, { username: place.username })}
        onCancel={openNormal}
      />
    );
  }
  return (
    <ForgotPasswordForm
      username={username}
      onUsername={onUsername}
      onSent={(address) => onOpen('reset', { username: address })}
      onCancel={openNormal}
    />
  );
}
