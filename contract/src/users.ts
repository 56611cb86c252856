import { z } from 'zod';
import { Email } from './email.ts';
import { endpoint } from './endpoint.ts';
import { Phone } from './phone.ts';
import { requiredText } from './text.ts';
import { EpochMillis } from './time.ts';
import { foldUsername, Username } from './username.ts';

/** A further person of the merchant (spec 2 §3). The username must equal the e-mail address. */
export const NewUser = z
  .object({
    name: requiredText(200),
    email: Email,
    username: Email.overwrite(foldUsername),
    phone: Phone,
  })
  .refine(({ email, username }) => foldUsername(email) === username, {
    path: ['username'],
    error: 'usernameNotEmail',
  });
export type NewUser = z.infer<typeof NewUser>;

/** API credentials as they are shown once, at their creation. */
export const ServiceUserCredentials = z.object({
  username: z.string(),
  password: z.string().describe('Shown once: it is stored nowhere.'),
});
export type ServiceUserCredentials = z.infer<typeof ServiceUserCredentials>;

/** A service user as it is listed. */
export const ServiceUser = z.object({ username: z.string(), createdAt: EpochMillis });
export type ServiceUser = z.infer<typeof ServiceUser>;

/** The calls by which a merchant's people manage who else may sign in (spec 2 §7). */
export const userEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/users/account',
    summary: 'Create a user, who gets a temporary password by e-mail',
    mayCall: 'user',
    body: NewUser,
    status: 201,
    response: z.string().describe('A sentence that contains `created user with username`.'),
    errors: ['username_taken', 'too_many_attempts', 'busy'],
    idempotent: true,
  }),
  createService: endpoint({
    method: 'POST',
    path: '/users/service',
    summary: 'Create API credentials; the password is shown this once',
    mayCall: 'user',
    status: 201,
    response: ServiceUserCredentials,
    errors: ['too_many_service_users', 'too_many_attempts', 'busy'],
  }),
  listService: endpoint({
    method: 'GET',
    path: '/users/service',
    summary: 'The merchant’s service users, newest first',
    mayCall: 'user',
    status: 200,
    response: z.array(ServiceUser),
    errors: [],
  }),
  revokeService: endpoint({
    method: 'DELETE',
    path: '/users/service/{username}',
    summary: 'Revoke a service user: its tokens and its password work no more',
    mayCall: 'user',
    params: z.object({ username: Username }),
    status: 204,
    response: z.null(),
    errors: ['service_user_not_found'],
  }),
};
