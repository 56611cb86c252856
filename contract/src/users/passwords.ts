import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { unmetPasswordRules } from './password-rule.ts';
import { DeviceToken, SessionTokens } from './sessions.ts';
import { Username } from './username.ts';

/** Refuses with `passwordRuleUnmet`. */
export const NewPassword = z
  .string()
  .max(1024)
  .refine((password) => unmetPasswordRules(password).length === 0, 'passwordRuleUnmet');

/** Spec 1 §7. */
export const NewPasswordAnswer = z.object({
  username: Username,
  newPassword: NewPassword,
  session: z.string().min(1, 'required').max(4096),
  device: DeviceToken.optional(),
});
export type NewPasswordAnswer = z.infer<typeof NewPasswordAnswer>;

/** Unknown usernames get the same response. */
export const PasswordResetRequest = z.object({
  username: Username,
  device: DeviceToken.optional(),
});
export type PasswordResetRequest = z.infer<typeof PasswordResetRequest>;

/** Refuses with `resetCodeInvalid`. */
export const PasswordResetAnswer = z.object({
  username: Username,
  newPassword: NewPassword,
  code: z
    .string()
    .trim()
    .refine((code) => /^\d{6}$/.test(code), 'resetCodeInvalid'),
  device: DeviceToken.optional(),
});
export type PasswordResetAnswer = z.infer<typeof PasswordResetAnswer>;

export const PasswordChange = z.object({
  currentPassword: z.string().min(1, 'required').max(1024),
  newPassword: NewPassword,
});
export type PasswordChange = z.infer<typeof PasswordChange>;

export const passwordEndpoints = {
  complete: endpoint('POST /users/complete_new_password_challenge', {
    summary: 'Choose your own password in place of a temporary one, and sign in',
    mayCall: 'anyone',
    body: NewPasswordAnswer,
    response: SessionTokens,
    errors: [
      'challenge_expired',
      'second_factor_expired',
      'account_disabled',
      'account_not_linked',
      'too_many_attempts',
      'busy',
      'sign_in_unavailable',
    ],
  }),
  mostUsed: endpoint('GET /users/most_used_passwords', {
    summary: 'The most used passwords that meet the other rules with a few digits or symbols added',
    mayCall: 'anyone',
    response: z.array(z.string()),
  }),
  change: endpoint('POST /users/change_password', {
    summary: 'Change your own password; all your other sessions end',
    mayCall: 'user',
    needsRecentFactor: true,
    body: PasswordChange,
    response: z.object({
      session: SessionTokens.optional().describe(
        'New tokens, where the calling session ends as well (Amazon Cognito).',
      ),
    }),
    errors: ['current_password_wrong', 'too_many_attempts', 'busy', 'sign_in_unavailable'],
  }),
  requestReset: endpoint('POST /users/reset_password', {
    summary: 'Have a code sent by mail that allows a new password',
    mayCall: 'anyone',
    body: PasswordResetRequest,
    errors: ['too_many_attempts'],
  }),
  confirmReset: endpoint('POST /users/confirm_new_password', {
    summary:
      'Choose a new password with the code that came by mail; every session of the user ends',
    mayCall: 'anyone',
    body: PasswordResetAnswer,
    errors: [
      'reset_code_wrong',
      'reset_code_expired',
      'too_many_attempts',
      'busy',
      'sign_in_unavailable',
    ],
  }),
};
