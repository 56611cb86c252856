import { Text, VisuallyHidden } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useId } from 'react';
import {
  type PasswordRule,
  passwordRules,
  commonPasswordRule,
  unmetPasswordRules,
} from '@portage/contract/users/password-rule';
import { passwordEndpoints } from '@portage/contract/users/passwords';
import { useTranslation } from '../i18n/i18n.ts';
import { ApiError } from './api-error.ts';
import { callQuery } from './call-query.ts';
import classes from './PasswordChecklist.module.css';
import { PasswordField } from './PasswordField.tsx';

/** The server has the list behind `notCommon`. */
type ChecklistRule = PasswordRule | 'notCommon';

const mostUsedQuery = {
  ...callQuery(passwordEndpoints.mostUsed, {}),
  staleTime: Infinity,
  select: (passwords: readonly string[]) => new Set(passwords),
};

/** Leaves `notCommon` to the server where its list is missing. */
export function useUnmetRules(password: string) {
  const { data: mostUsed, isPending } = useQuery(mostUsedQuery);
  const isCommon = mostUsed !== undefined && commonPasswordRule(password, mostUsed) !== undefined;
  const mayBeCommon = password === '' || isPending || isCommon;
  const others = unmetPasswordRules(password);
  const unmet: readonly ChecklistRule[] = mayBeCommon ? [...others, 'notCommon'] : others;
  return { unmet, maySend: others.length === 0 && !isCommon };
}

const checklist: readonly ChecklistRule[] = [
  ...(Object.keys(passwordRules) as PasswordRule[]),
  'notCommon',
];

interface PasswordChecklistProps {
  readonly id: string;
  readonly unmet: readonly ChecklistRule[];
}

/** Rules are red until met (spec 1 §5). */
function PasswordChecklist({ id, unmet }: PasswordChecklistProps) {
  const { t } = useTranslation('signIn');
  const left = unmet.length;
  return (
    <div id={id}>
      <Text size="sm" mb={4}>
        {t('newPassword.checklist')}
      </Text>
      <ul className={classes['rules']}>
        {checklist.map((rule) => {
          const isMet = !unmet.includes(rule);
          const Icon = isMet ? IconCircleCheckFilled : IconCircleX;
          return (
            <li key={rule} className={classes['rule']} data-met={isMet}>
              <Icon size={16} aria-hidden />
              {t(`newPassword.rules.${rule}`)}
              <VisuallyHidden>
                {isMet ? t('newPassword.met') : t('newPassword.unmet')}
              </VisuallyHidden>
            </li>
          );
        })}
      </ul>
      {/* The list is read when the field is entered; this, whenever the number of met rules changes. */}
      <VisuallyHidden component="output">
        {left === 0 ? t('newPassword.allMet') : t('newPassword.left', { left })}
      </VisuallyHidden>
    </div>
  );
}

interface NewPasswordFieldProps {
  /** Hidden, for password managers. */
  readonly username: string;
  readonly value: string;
  readonly unmet: readonly ChecklistRule[];
  readonly onChange: (newPassword: string) => void;
  readonly failure: Error | null;
  readonly ref?: Ref<HTMLInputElement>;
}

export function NewPasswordField(props: NewPasswordFieldProps) {
  const { username, value, unmet, onChange, failure, ref } = props;
  const { t } = useTranslation('signIn');
  const checklistId = useId();
  return (
    <div>
      <input type="text" hidden autoComplete="username" value={username} readOnly />
      <PasswordField
        ref={ref}
        label={t('newPassword.field')}
        name="new-password"
        autoComplete="new-password"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        aria-describedby={checklistId}
        error={messageOf(failure)}
        mb="md"
      />
      <PasswordChecklist id={checklistId} unmet={unmet} />
    </div>
  );
}

function messageOf(failure: Error | null): string | undefined {
  const errors = failure instanceof ApiError ? failure.problem.errors : undefined;
  return errors?.find(({ path }) => path === 'newPassword')?.message;
}
