/** The special characters that satisfy the rule (the set Amazon Cognito documents). */
const SPECIAL_CHARACTERS = '^$*.[]{}()?"!@#%&/\\,><\':;|_~`=+-';

/** The shortest and longest password in characters (spec 1 §9). */
export const PASSWORD_LENGTH = { min: 6, max: 99 } as const;

/** The rules of a new password, in the order of the checklist (spec 1 §5). */
export const passwordRules = {
  length: (password) =>
    password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max,
  noWhitespace: (password) => password.length > 0 && !/\s/u.test(password),
  digit: (password) => /\d/.test(password),
  uppercase: (password) => /\p{Lu}/u.test(password),
  lowercase: (password) => /\p{Ll}/u.test(password),
  special: (password) => [...password].some((character) => SPECIAL_CHARACTERS.includes(character)),
} as const satisfies Record<string, (password: string) => boolean>;

/** The name of one rule of the checklist. */
export type PasswordRule = keyof typeof passwordRules;

/** The rules that a password does not meet; empty when it may be used. */
export function unmetPasswordRules(password: string): PasswordRule[] {
  return (Object.keys(passwordRules) as PasswordRule[]).filter(
    (rule) => !passwordRules[rule](password),
  );
}
