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

/** Characters around a common password that leave it a common one. */
const MOST_ADDED = 6;

/** Words of this product and its trade, which an attacker tries first. */
const contextWords = new Set([
  'portage',
  'delivery',
  'livraison',
  'courier',
  'messager',
  'warehouse',
]);

/** Field messages for passwords that are too common. */
type CommonPasswordRule = 'passwordCommon' | 'passwordAroundCommon' | 'passwordAroundContext';

/**
 * Tells why a password is too common, in any case: it is one of the most used or a word of the
 * context, alone or with at most six digits and symbols around it (`Sunshine1!`). Undefined for one
 * that may be used.
 */
export function commonPasswordRule(
  password: string,
  mostUsed: ReadonlySet<string>,
): CommonPasswordRule | undefined {
  const folded = password.toLowerCase().normalize('NFC');
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const isAround = folded.length - core.length <= MOST_ADDED;
  if (isAround && contextWords.has(core)) return 'passwordAroundContext';
  if (mostUsed.has(folded)) return 'passwordCommon';
  return isAround && mostUsed.has(core) ? 'passwordAroundCommon' : undefined;
}

/** The rules that a password does not meet; empty when it may be used. */
export function unmetPasswordRules(password: string): PasswordRule[] {
  return (Object.keys(passwordRules) as PasswordRule[]).filter(
    (rule) => !passwordRules[rule](password),
  );
}
