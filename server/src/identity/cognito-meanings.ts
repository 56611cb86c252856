import { ApiError, invalidField } from '../api-error.ts';
import { resetCodeWrong } from '../sessions/reset-code-wrong.ts';
import type { Meanings } from './cognito-faults.ts';

/** The pool asks more of a password than the checklist says, or knows it as an old one. */
const passwordNotAccepted = () =>
  invalidField('newPassword', {
    en: 'This password is not accepted. Choose a longer one that you have not used before.',
    fr: 'Ce mot de passe n’est pas accepté. Choisissez-en un plus long que vous n’avez jamais utilisé.',
  });

/** Of a sign-in. */
export const signInMeanings: Meanings = {
  NotAuthorizedException: () => new ApiError('sign_in_failed'),
  UserNotFoundException: () => new ApiError('sign_in_failed'),
  UserNotConfirmedException: () => new ApiError('sign_in_failed'),
  PasswordResetRequiredException: () => new ApiError('sign_in_failed'),
  // Only the emulator cognito-local says so of a wrong password.
  InvalidPasswordException: () => new ApiError('sign_in_failed'),
};

/** Of an answer to a new-password challenge. */
export const challengeMeanings: Meanings = {
  NotAuthorizedException: () => new ApiError('challenge_expired'),
  CodeMismatchException: () => new ApiError('challenge_expired'),
  ExpiredCodeException: () => new ApiError('challenge_expired'),
  UserNotFoundException: () => new ApiError('challenge_expired'),
  InvalidPasswordException: passwordNotAccepted,
  PasswordHistoryPolicyViolationException: passwordNotAccepted,
};

/** Of a refresh. */
export const refreshMeanings: Meanings = {
  NotAuthorizedException: () => new ApiError('refresh_refused'),
  UserNotFoundException: () => new ApiError('refresh_refused'),
  UserNotConfirmedException: () => new ApiError('refresh_refused'),
  PasswordResetRequiredException: () => new ApiError('refresh_refused'),
};

/** A code that does not work; the pool does not say how many tries remain. */
const codeRefused = () => resetCodeWrong();

/**
 * Of the confirmation of a reset. For somebody it does not know the pool says that the code does not
 * match; that a code has expired, was never asked for or was guessed at too often, it says only of
 * people it knows. So all of it is answered alike.
 */
export const confirmationMeanings: Meanings = {
  CodeMismatchException: codeRefused,
  ExpiredCodeException: codeRefused,
  TooManyFailedAttemptsException: codeRefused,
  LimitExceededException: codeRefused,
  UserNotFoundException: codeRefused,
  UserNotConfirmedException: codeRefused,
  NotAuthorizedException: codeRefused,
  InvalidPasswordException: passwordNotAccepted,
  PasswordHistoryPolicyViolationException: passwordNotAccepted,
};

/** Of a change of one's own password. */
export const changeMeanings: Meanings = {
  NotAuthorizedException: () => new ApiError('sign_in_failed'),
  LimitExceededException: () => new ApiError('busy'),
  InvalidPasswordException: passwordNotAccepted,
  PasswordHistoryPolicyViolationException: passwordNotAccepted,
};

/** Of the creation of an account. */
export const creationMeanings = (username: string): Meanings => ({
  UsernameExistsException: () => new ApiError('username_taken', { username }),
});

/** Of a request for a reset code: the user is nobody, a program, disabled, or has asked too often. */
export const NO_CODE = [
  'UserNotFoundException',
  'InvalidParameterException',
  'NotAuthorizedException',
  'UserNotConfirmedException',
  'LimitExceededException',
];

/** Of a refresh where tokens rotate: this one was traded before. */
export const TRADED_BEFORE = ['RefreshTokenReuseException'];

/** Of a sign-out: the token is not one that can be revoked. */
export const NO_SESSION = [
  'NotAuthorizedException',
  'UnauthorizedException',
  'UnsupportedTokenTypeException',
];
