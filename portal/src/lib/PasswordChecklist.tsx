import { Text, VisuallyHidden } from '@mantine/core';
import {
  type PasswordRule,
  passwordRules,
  unmetPasswordRules,
} from '@portage/contract/password-rule';
import { IconCircleCheckFilled, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './PasswordChecklist.module.css';

interface PasswordChecklistProps {
  readonly id: string;
  readonly password: string;
}

/** The rules of a new password, each turning from red to green as it is met (spec 1 §5). */
export function PasswordChecklist({ id, password }: PasswordChecklistProps) {
  const { t } = useTranslation('signIn');
  const left = unmetPasswordRules(password).length;
  return (
    <div id={id}>
      <Text size="sm" mb={4}>
        {t('newPassword.checklist')}
      </Text>
      <ul className={classes['rules']}>
        {(Object.keys(passwordRules) as PasswordRule[]).map((rule) => {
          const isMet = passwordRules[rule](password);
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
      {/* The list is read when the field is entered; this, whenever a rule more or less is met. */}
      <VisuallyHidden component="output">
        {left === 0 ? t('newPassword.allMet') : t('newPassword.left', { left })}
      </VisuallyHidden>
    </div>
  );
}
