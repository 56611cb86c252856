import { NewUser } from '@portage/contract/users/users';
import type { NewUserDraft } from './new-user-draft.ts';

/** A field of the form. */
type Field = keyof NewUserDraft;

/** A draft that can be sent, or what is wrong with it: an error a field, as a key of the contract's messages. */
export type NewUserReading =
  | { readonly user: NewUser; readonly errors: Record<string, never> }
  | { readonly user?: undefined; readonly errors: Partial<Record<Field, string>> };

/** Reads what was typed: the e-mail address becomes the username, the phone digits with a plus (spec 2 §5). */
export function readNewUser({ name, email, phone }: NewUserDraft): NewUserReading {
  const reading = NewUser.safeParse({ name, email, username: email, phone });
  if (reading.success) return { user: reading.data, errors: {} };
  const refused = reading.error.issues.map(
    ({ path, message }) => [fieldOf(path[0]), message] as const,
  );
  const missing = Object.entries({ name, email, phone })
    .filter(([, typed]) => typed.trim() === '')
    .map(([field]) => [field, 'required'] as const);
  return { errors: Object.fromEntries([...refused, ...missing]) };
}

/** The field in which a value of the call was typed. */
export function fieldOf(path: PropertyKey | undefined): string {
  return path === 'username' ? 'email' : String(path);
}
