/** The set that Amazon Cognito documents. */
const SPECIAL_CHARACTERS = '^$*.[]{}()?"!@#%&/\\,><\':;|_~`=+-';

/** Characters (spec 1 §9). */
export const PASSWORD_LENGTH = { min: 6, max: 99 } as const;

/** In the order of the checklist (spec 1 §5). */
export const passwordRules = {
  length: (password) =>
    password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max,
  noWhitespace: (password) => password.length > 0 && !/\s/u.test(password),
  digit: (password) => /\d/.test(password),
  uppercase: (password) => /\p{Lu}/u.test(password),
  lowercase: (password) => /\p{Ll}/u.test(password),
  special: (password) => [...password].some((character) => SPECIAL_CHARACTERS.includes(character)),
} as const satisfies Record<string, (password: string) => boolean>;

export type PasswordRule = keyof typeof passwordRules;

/** Characters around a common password that leave it common. */
const MOST_ADDED = 6;

/** Words of the product and its trade, tried first by attackers. */
const contextWords = new Set([
  'portage',
  'delivery',
  'livraison',
  'courier',
  'messager',
  'warehouse',
]);

type CommonPasswordRule = 'passwordCommon' | 'passwordAroundCommon' | 'passwordAroundContext';

/** Matches common passwords, also with up to six digits and symbols around them (`Sunshine1!`). */
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

/** Empty when the password may be used. */
export function unmetPasswordRules(password: string): PasswordRule[] {
  return (Object.keys(passwordRules) as PasswordRule[]).filter(
    (rule) => !passwordRules[rule](password),
  );
}
