import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { requiredText } from '../text.ts';
import { EpochMillis } from '../time.ts';
import {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from './passkeys.ts';
import { DeviceToken, SecondFactorMethod, SessionTokens } from './sessions.ts';
import { Username } from './username.ts';

export const MOST_PASSKEYS = 10;

/** Ignores spaces. Refuses with `appCodeInvalid`. */
export const AppCode = z
  .string()
  .overwrite((typed) => typed.replaceAll(/\s/g, ''))
  .refine((code) => /^\d{6}$/.test(code), 'appCodeInvalid');

/** Ignores case and hyphens. Refuses with `recoveryCodeInvalid`. */
export const RecoveryCode = z
  .string()
  .overwrite((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase())
  .refine((code) => /^[A-Z2-7]{12}$/.test(code), 'recoveryCodeInvalid');

export const SecondFactorProof = z.discriminatedUnion('method', [
  z.object({ method: z.literal('app'), code: AppCode }),
  z.object({ method: z.literal('passkey'), response: PasskeyAssertion }),
  z.object({ method: z.literal('recovery_code'), code: RecoveryCode }),
]);
export type SecondFactorProof = z.infer<typeof SecondFactorProof>;

/** The password counts for users without a second factor. */
export const SessionProof = z.discriminatedUnion('method', [
  ...SecondFactorProof.options,
  z.object({ method: z.literal('password'), password: z.string().min(1, 'required').max(1024) }),
]);
export type SessionProof = z.infer<typeof SessionProof>;

export const SessionProofMethod = z.enum([...SecondFactorMethod.options, 'password']);
export type SessionProofMethod = z.infer<typeof SessionProofMethod>;

export const SecondFactorAnswer = z.object({
  username: Username,
  session: z.string().min(1, 'required').max(4096),
  proof: SecondFactorProof,
  device: DeviceToken.optional(),
});
export type SecondFactorAnswer = z.infer<typeof SecondFactorAnswer>;

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  addedAt: EpochMillis,
  lastUsedAt: EpochMillis.optional(),
});
export type Passkey = z.infer<typeof Passkey>;

export const SecondFactorState = z.object({
  isOffered: z.boolean().describe('False where Amazon Cognito checks passwords.'),
  isRequired: z.boolean().describe('True where an owner requires one of every person.'),
  appAddedAt: EpochMillis.optional().describe('Missing without an authenticator app.'),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.int(),
});
export type SecondFactorState = z.infer<typeof SecondFactorState>;

/** RFC 6238. */
export const AppSetUp = z.object({
  secret: z.string().describe('Base32, to be typed where no QR code can be scanned.'),
  uri: z.string().describe('`otpauth://` with the same, for the QR code.'),
});
export type AppSetUp = z.infer<typeof AppSetUp>;

/** Shown once. */
const RecoveryCodes = z.array(z.string());

/** Recovery codes come with the first factor. */
export const AddedFactor = z.object({
  recoveryCodes: RecoveryCodes.optional().describe('With the first factor only; shown once.'),
});
export type AddedFactor = z.infer<typeof AddedFactor>;

/** Changes require a recent sign-in. */
export const secondFactorEndpoints = {
  complete: endpoint('POST /auth/second_factor', {
    summary: 'Answer a second-factor challenge and sign in',
    mayCall: 'anyone',
    body: SecondFactorAnswer,
    response: SessionTokens,
    errors: [
      'second_factor_wrong',
      'second_factor_expired',
      'account_disabled',
      'too_many_attempts',
      'sign_in_unavailable',
    ],
  }),
  get: endpoint('GET /second-factor', {
    summary: 'Your own second factors',
    mayCall: 'user',
    isForSetUp: true,
    response: SecondFactorState,
  }),
  startCheck: endpoint('POST /second-factor/check/options', {
    summary: 'Begin to confirm a session: by which factors, and what a passkey has to sign',
    mayCall: 'user',
    isForSetUp: true,
    response: z.object({
      methods: z
        .array(SessionProofMethod)
        .describe('`password` for somebody who has no second factor; none with Amazon Cognito.'),
      passkeyOptions: PasskeyRequestOptions.optional(),
    }),
  }),
  check: endpoint('POST /second-factor/check', {
    summary:
      'Confirm a session by a second factor or, without one, by the password: protected calls work for 15 minutes',
    mayCall: 'user',
    isForSetUp: true,
    body: SessionProof,
    errors: ['second_factor_wrong', 'current_password_wrong', 'too_many_attempts', 'busy'],
  }),
  startApp: endpoint('POST /second-factor/app', {
    summary: 'Begin to add an authenticator app: its secret',
    mayCall: 'user',
    isForSetUp: true,
    needsRecentSignIn: true,
    needsPassword: true,
    response: AppSetUp,
    errors: ['second_factor_not_offered', 'authenticator_app_exists'],
  }),
  addApp: endpoint('POST /second-factor/app/confirmation', {
    summary: 'Add the authenticator app, with a code that it shows',
    mayCall: 'user',
    isForSetUp: true,
    needsRecentSignIn: true,
    needsPassword: true,
    body: z.object({ code: AppCode }),
    response: AddedFactor,
    errors: ['second_factor_not_offered', 'second_factor_wrong', 'too_many_attempts'],
  }),
  removeApp: endpoint('DELETE /second-factor/app', {
    summary: 'Remove the authenticator app',
    mayCall: 'user',
    needsRecentSignIn: true,
    errors: ['second_factor_not_found', 'second_factor_is_required'],
  }),
  startPasskey: endpoint('POST /second-factor/passkeys/options', {
    summary: 'Begin to add a passkey: what the browser creates it with',
    mayCall: 'user',
    isForSetUp: true,
    needsRecentSignIn: true,
    needsPassword: true,
    response: PasskeyCreationOptions,
    errors: ['second_factor_not_offered', 'too_many_passkeys'],
  }),
  addPasskey: endpoint('POST /second-factor/passkeys', {
    summary: 'Add a passkey that the browser created',
    mayCall: 'user',
    isForSetUp: true,
    needsRecentSignIn: true,
    needsPassword: true,
    body: z.object({ name: requiredText(100), response: PasskeyRegistration }),
    status: 201,
    response: AddedFactor,
    errors: ['second_factor_not_offered', 'second_factor_wrong', 'too_many_passkeys'],
  }),
  removePasskey: endpoint('DELETE /second-factor/passkeys/{id}', {
    summary: 'Remove one of your own passkeys',
    mayCall: 'user',
    needsRecentSignIn: true,
    params: z.object({ id: z.uuid() }),
    errors: ['second_factor_not_found', 'second_factor_is_required'],
  }),
  replaceRecoveryCodes: endpoint('POST /second-factor/recovery-codes', {
    summary: 'Replace one’s recovery codes; the new ones are shown this once',
    mayCall: 'user',
    needsRecentSignIn: true,
    status: 201,
    response: z.object({ recoveryCodes: RecoveryCodes }),
    errors: ['second_factor_not_found'],
  }),
  require: endpoint('PATCH /second-factor/requirement', {
    summary: 'Require a second factor of every person of the merchant, or no longer',
    mayCall: 'owner',
    needsRecentSignIn: true,
    body: z.object({ isRequired: z.boolean() }),
    response: SecondFactorState,
    errors: ['second_factor_not_offered', 'own_second_factor_missing'],
  }),
  reset: endpoint('DELETE /users/account/{username}/second-factor', {
    summary: 'Remove every second factor of a person who lost theirs, and end their sessions',
    mayCall: 'owner',
    needsRecentSignIn: true,
    params: z.object({ username: Username }),
    errors: ['user_not_found', 'second_factor_not_found'],
  }),
};
