import type { FormErrors } from '@mantine/form';
import { EMPTY_DRAFT, type NewUserDraft } from './new-user-draft.ts';
import { readNewUser, fieldOf } from './read-new-user.ts';
import { type NewUser, userEndpoints } from '@portage/contract/users/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { callKey } from '../lib/call-query.ts';
import { ApiError } from '../lib/api-error.ts';
import { type Attempt, attemptFor } from '../lib/attempt.ts';
import { useCheckedForm } from '../lib/use-checked-form.ts';
import { dismissErrors, notifyError, notifySuccess } from '../lib/notify.tsx';

interface CreateUserOptions {
  readonly onCreated: () => void;
  /** Called with what the server said of the fields it refused, by their names. */
  readonly onRefused: (errors: Readonly<Record<string, string>>) => void;
}

/** Creates a user, under one Idempotency-Key as long as what is sent stays the same, and tells the reader how it went. */
function useCreateUser({ onCreated, onRefused }: CreateUserOptions) {
  const { t } = useTranslation('errors');
  const queryClient = useQueryClient();
  const attempt = useRef<Attempt>(undefined);
  return useMutation({
    mutationFn: (user: NewUser) => {
      const current = attemptFor(user, attempt.current);
      attempt.current = current;
      return callApi(userEndpoints.create, { body: user }, { idempotencyKey: current.key });
    },
    onMutate: dismissErrors,
    onSuccess: (_, { email }) => {
      attempt.current = undefined;
      notifySuccess({
        about: 'settings',
        title: t('success.userCreated'),
        message: t('success.userCreatedDescription', { email }),
      });
      void queryClient.invalidateQueries({ queryKey: callKey(userEndpoints.list) });
      onCreated();
    },
    onError: (cause) => {
      notifyError({ title: t('error.couldNotCreateUser'), cause });
      onRefused(refusedFields(cause));
    },
  });
}

function refusedFields(cause: unknown): Record<string, string> {
  if (!(cause instanceof ApiError)) return {};
  const { code, errors = [], detail } = cause.problem;
  if (code === 'username_taken') return { email: detail };
  return Object.fromEntries(errors.map(({ path, message }) => [fieldOf(path), message]));
}

/** The form that creates a user, begun with a draft: emptied when the user is created, left as it is by a failure. */
export function useNewUserForm(draft: NewUserDraft, onCreated: () => void) {
  const form = useCheckedForm<NewUserDraft>({
    initialValues: draft,
    validate: (values) => readNewUser(values).errors,
  });
  const focusFirst = (errors: FormErrors) => {
    const first = Object.keys(EMPTY_DRAFT).find((field) => errors[field] !== undefined);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
  const { mutate, isPending } = useCreateUser({
    onCreated: () => {
      form.setValues(EMPTY_DRAFT);
      form.clearErrors();
      onCreated();
    },
    onRefused: (errors) => {
      form.setErrors(errors);
      focusFirst(errors);
    },
  });
  const submit = form.onSubmit((values) => {
    const { user } = readNewUser(values);
    if (user) mutate(user);
  }, focusFirst);
  return { form, submit, isPending };
}
