import {
  commonPasswordRule,
  type PasswordRule,
  unmetPasswordRules,
} from '@portage/contract/users/password-rule';
import { passwordEndpoints } from '@portage/contract/users/passwords';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from './call-query.ts';

/** A rule of the checklist; `notCommon` is checked with a list of the server. */
export type ChecklistRule = PasswordRule | 'notCommon';

const mostUsedQuery = {
  ...callQuery(passwordEndpoints.mostUsed, {}),
  staleTime: Infinity,
  select: (passwords: readonly string[]) => new Set(passwords),
};

/**
 * The rules that a new password does not meet. Without the list of most used passwords the server
 * alone says whether it is one.
 */
export function useUnmetRules(password: string): readonly ChecklistRule[] {
  const { data: mostUsed, isError } = useQuery(mostUsedQuery);
  const isCommon = mostUsed
    ? password === '' || commonPasswordRule(password, mostUsed) !== undefined
    : !isError;
  return [...unmetPasswordRules(password), ...(isCommon ? (['notCommon'] as const) : [])];
}
