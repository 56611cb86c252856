/** Words before a name that are no name. */
const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'dre', 'm', 'mme', 'mlle', 'me']);

/** Scripts that write a whole name without a space, the family's first. */
const WHOLE_NAMES = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

const isTitle = (word: string) => TITLES.has(word.replace(/\.$/, '').toLowerCase());

/**
 * The first name in a full one, to greet the recipient with. Undefined where it cannot be told for
 * sure that nothing else would be shown: a number, an e-mail address, a title and one name.
 */
export function firstNameOf(name: string): string | undefined {
  const [family = '', given] = name.split(',', 2);
  const words = (given ?? family).trim().split(/\s+/);
  const hasTitle = isTitle(words[0] ?? '');
  const first = words[hasTitle ? 1 : 0] ?? '';
  const isOnlyName = hasTitle && words.length < 3 && given === undefined;
  const isName = /^\p{L}[\p{L}\p{M}'’-]{0,29}$/u.test(first) && !WHOLE_NAMES.test(first);
  return isName && !isOnlyName ? first : undefined;
}
