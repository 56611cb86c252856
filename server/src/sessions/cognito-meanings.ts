import {
  challengeExpired,
  invalidField,
  refreshRefused,
  resetCodeExpired,
  resetCodeWrong,
  signInFailed,
  tooManyAttempts,
  usernameTaken,
} from '../refusals.ts';
import type { Meanings } from './cognito-faults.ts';

/** Within this time, in seconds, Amazon Cognito allows tries at a reset code again. */
const LIMIT_SECONDS = 3600;

/** The pool asks more of a password than the checklist says, or knows it as an old one. */
const passwordNotAccepted = () =>
  invalidField('newPassword', {
    en: 'This password is not accepted. Choose a longer one that you have not used before.',
    fr: 'Ce mot de passe n’est pas accepté. Choisissez-en un plus long que vous n’avez jamais utilisé.',
  });

/** Of a sign-in. */
export const signInMeanings: Meanings = {
  NotAuthorizedException: signInFailed,
  UserNotFoundException: signInFailed,
  UserNotConfirmedException: signInFailed,
  PasswordResetRequiredException: signInFailed,
  // Only the emulator cognito-local says so of a wrong password.
  InvalidPasswordException: signInFailed,
};

/** Of an answer to a new-password challenge. */
export const challengeMeanings: Meanings = {
  NotAuthorizedException: challengeExpired,
  CodeMismatchException: challengeExpired,
  ExpiredCodeException: challengeExpired,
  UserNotFoundException: challengeExpired,
  InvalidPasswordException: passwordNotAccepted,
  PasswordHistoryPolicyViolationException: passwordNotAccepted,
};

/** Of a refresh. */
export const refreshMeanings: Meanings = {
  NotAuthorizedException: refreshRefused,
  UserNotFoundException: refreshRefused,
  UserNotConfirmedException: refreshRefused,
  PasswordResetRequiredException: refreshRefused,
};

/** Of the confirmation of a reset. How many tries remain is not told. */
export const confirmationMeanings: Meanings = {
  CodeMismatchException: () => resetCodeWrong(),
  ExpiredCodeException: resetCodeExpired,
  TooManyFailedAttemptsException: resetCodeExpired,
  UserNotFoundException: resetCodeExpired,
  UserNotConfirmedException: resetCodeExpired,
  NotAuthorizedException: resetCodeExpired,
  LimitExceededException: () => tooManyAttempts(LIMIT_SECONDS),
  InvalidPasswordException: passwordNotAccepted,
  PasswordHistoryPolicyViolationException: passwordNotAccepted,
};

/** Of the creation of an account. */
export const creationMeanings = (username: string): Meanings => ({
  UsernameExistsException: () => usernameTaken(username),
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
