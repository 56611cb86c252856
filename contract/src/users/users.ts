import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Phone } from '../phone.ts';
import { Email, requiredText } from '../text.ts';
import { EpochMillis } from '../time.ts';
import { ListedSession } from './sessions.ts';
import { foldUsername, Username } from './username.ts';

/** Members may not change users, credentials, integrations or the merchant's profile. */
export const UserRole = z.enum(['owner', 'member']);
export type UserRole = z.infer<typeof UserRole>;

/** The username must equal the e-mail address (spec 2 §3). */
export const NewUser = z
  .object({
    name: requiredText(200),
    email: Email,
    username: Email.overwrite(foldUsername),
    phone: Phone,
    role: UserRole.optional().describe('An owner unless it is given.'),
  })
  .refine(({ email, username }) => foldUsername(email) === username, {
    path: ['username'],
    error: 'usernameNotEmail',
  });
export type NewUser = z.infer<typeof NewUser>;

export const MerchantUser = z.object({
  username: z.string().describe('Their e-mail address.'),
  name: z.string(),
  phone: z.string().optional(),
  role: UserRole,
  invitedAt: EpochMillis.describe('Time when the temporary password was last mailed.'),
  lastSignInAt: EpochMillis.optional().describe('Missing before the first sign-in.'),
  disabledAt: EpochMillis.optional().describe('Set while they cannot sign in.'),
  hasSecondFactor: z.boolean().optional(),
  hasUndeliveredInvitation: z
    .boolean()
    .optional()
    .describe('True once the last invitation was given up: the address may be wrong.'),
});
export type MerchantUser = z.infer<typeof MerchantUser>;

/** Absent fields stay. */
export const UserChanges = z.strictObject({
  role: UserRole.optional(),
  isDisabled: z.boolean().optional(),
});
export type UserChanges = z.infer<typeof UserChanges>;

/** Shown once, at creation. */
export const ServiceUserCredentials = z.object({
  username: z.string(),
  password: z.string().describe('Shown once: it is stored nowhere.'),
});
export type ServiceUserCredentials = z.infer<typeof ServiceUserCredentials>;

/** A call without a body is accepted. */
export const NewServiceUser = z.object({
  name: requiredText(100).optional(),
  expiresAt: EpochMillis.optional(),
});
export type NewServiceUser = z.infer<typeof NewServiceUser>;

export const ServiceUser = z.object({
  username: z.string(),
  createdAt: EpochMillis,
  name: z.string().optional().describe('Purpose, as the merchant states it.'),
  expiresAt: EpochMillis.optional().describe('From when on it no longer works.'),
  lastUsedAt: EpochMillis.optional().describe('Its last call, to within five minutes.'),
});
export type ServiceUser = z.infer<typeof ServiceUser>;

export const userEndpoints = {
  create: endpoint('POST /users/account', {
    summary: 'Create a user, who gets a temporary password by e-mail',
    mayCall: 'owner',
    needsRecentSignIn: true,
    body: NewUser,
    status: 201,
    response: z.string().describe('A sentence that contains `created user with username`.'),
    errors: ['username_taken', 'too_many_attempts', 'busy'],
    idempotent: true,
  }),
  list: endpoint('GET /users', {
    summary: 'The people who sign in for the merchant, by name',
    mayCall: 'user',
    response: z.array(MerchantUser),
  }),
  me: endpoint('GET /users/me', {
    summary: 'Signed-in user and role',
    mayCall: 'user',
    response: z.object({ username: z.string(), name: z.string(), role: UserRole }),
  }),
  change: endpoint('PATCH /users/account/{username}', {
    summary: 'Change the role of a person, disable or enable them',
    mayCall: 'owner',
    needsRecentSignIn: true,
    params: z.object({ username: Username }),
    body: UserChanges,
    response: MerchantUser,
    errors: ['user_not_found', 'last_owner'],
  }),
  invite: endpoint('POST /users/account/{username}/invitation', {
    summary: 'Mail a new temporary password to a person who has never signed in',
    mayCall: 'owner',
    needsRecentSignIn: true,
    params: z.object({ username: Username }),
    errors: [
      'user_not_found',
      'user_disabled',
      'user_signed_in_before',
      'too_many_attempts',
      'busy',
    ],
  }),
  listSessions: endpoint('GET /users/account/{username}/sessions', {
    summary: 'The open sessions of a person, the one used last first',
    mayCall: 'owner',
    params: z.object({ username: Username }),
    response: z.array(ListedSession),
    errors: ['user_not_found'],
  }),
  endSession: endpoint('DELETE /users/account/{username}/sessions/{id}', {
    summary: 'End a session of a person: that device is signed out',
    mayCall: 'owner',
    needsRecentSignIn: true,
    params: z.object({ username: Username, id: z.uuid() }),
    errors: ['user_not_found', 'session_not_found'],
  }),
  endSessions: endpoint('DELETE /users/account/{username}/sessions', {
    summary: 'End every session of a person',
    mayCall: 'owner',
    needsRecentSignIn: true,
    params: z.object({ username: Username }),
    errors: ['user_not_found'],
  }),
  createService: endpoint('POST /users/service', {
    summary: 'Create API credentials; the password is shown this once',
    mayCall: 'owner',
    needsRecentSignIn: true,
    body: NewServiceUser.nullish(),
    status: 201,
    response: ServiceUserCredentials,
    errors: ['too_many_service_users', 'too_many_attempts', 'busy'],
  }),
  listService: endpoint('GET /users/service', {
    summary: 'The merchant’s service users, newest first',
    mayCall: 'user',
    response: z.array(ServiceUser),
  }),
  revokeService: endpoint('DELETE /users/service/{username}', {
    summary: 'Revoke a service user: its tokens and its password stop working',
    mayCall: 'owner',
    needsRecentSignIn: true,
    params: z.object({ username: Username }),
    errors: ['service_user_not_found'],
  }),
};
