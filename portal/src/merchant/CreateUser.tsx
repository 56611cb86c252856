import { Button, Text, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { IconUserPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { NewUser, userEndpoints } from '@portage/contract/users/users';
import { useTranslation } from '../i18n/i18n.ts';
import { ApiError } from '../lib/api-error.ts';
import { readAgain } from '../lib/call-query.ts';
import { type FieldErrors, readTyped, refusedFields } from '../lib/field-message.ts';
import { notifyError, notifySuccess } from '../lib/notify.tsx';
import { PhoneField } from '../lib/PhoneField.tsx';
import { currentSession } from '../lib/session.ts';
import { useCheckedForm } from '../lib/use-checked-form.ts';
import { useKeyedCall } from '../lib/use-keyed-call.ts';
import { FormDialog } from '../ui/Dialogs.tsx';

const Draft = z.object({ name: z.string(), email: z.string(), phone: z.string() });
type NewUserDraft = z.infer<typeof Draft>;

export const EMPTY_DRAFT: NewUserDraft = { name: '', email: '', phone: '' };

/** The draft survives the dialog, a reload and an expired session (spec 2 §2). */
export function CreateUser({ merchantId }: { readonly merchantId: string }) {
  const { t } = useTranslation('merchant');
  const [kept] = useState(() => loadDraft(sessionStorage, merchantId));
  const [isOpen, setIsOpen] = useState(kept !== undefined);
  const close = () => setIsOpen(false);
  const { form, submit, isPending } = useNewUserForm(kept ?? EMPTY_DRAFT, close);
  useDraftKeeper(merchantId, form.values);
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('createUser')}
      </Button>
      <FormDialog
        title={t('newUser.title')}
        submitText={t('newUser.submit')}
        isOpen={isOpen}
        isPending={isPending}
        onSubmit={submit}
        onClose={close}
      >
        <Text size="sm" c="dimmed">
          {t('newUser.text')}
        </Text>
        <TextInput
          label={t('newUser.name')}
          required
          maxLength={200}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('newUser.email')}
          description={t('newUser.emailHelp')}
          required
          type="email"
          maxLength={254}
          {...form.getInputProps('email')}
        />
        <PhoneField label={t('newUser.phone')} required {...form.getInputProps('phone')} />
      </FormDialog>
    </>
  );
}

function useNewUserForm(draft: NewUserDraft, onCreated: () => void) {
  const { t } = useTranslation('errors');
  const create = useKeyedCall(userEndpoints.create);
  const form = useCheckedForm<NewUserDraft>({
    initialValues: draft,
    validate: (values) => readNewUser(values).errors,
  });
  const focusFirst = (errors: FormErrors) => {
    const first = Object.keys(EMPTY_DRAFT).find((field) => errors[field] !== undefined);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
  const { mutate, isPending } = useMutation({
    mutationFn: (body: NewUser) => create({ body }),
    onSuccess: (_, { email }) => {
      notifySuccess({
        title: t('success.userCreated'),
        message: t('success.userCreatedDescription', { email }),
      });
      void readAgain(userEndpoints.list);
      form.setValues(EMPTY_DRAFT);
      form.clearErrors();
      onCreated();
    },
    onError: (cause) => {
      notifyError({ title: t('error.couldNotCreateUser'), cause });
      const errors = refusedUser(cause);
      form.setErrors(errors);
      focusFirst(errors);
    },
  });
  const submit = form.onSubmit((values) => {
    const { body } = readNewUser(values);
    if (body) mutate(body);
  }, focusFirst);
  return { form, submit, isPending };
}

function refusedUser(cause: unknown): FieldErrors {
  const isTaken = cause instanceof ApiError && cause.problem.code === 'username_taken';
  return isTaken ? { email: cause.message } : byField(refusedFields(cause));
}

/** The e-mail address becomes the username (spec 2 §5). */
export function readNewUser(draft: NewUserDraft) {
  const { name, email, phone } = draft;
  const { body, errors } = readTyped(NewUser, {
    body: { name, email, username: email, phone },
    draft,
  });
  return { body, errors: byField(errors) };
}

/** The username has no field. */
const byField = ({ username, ...errors }: FieldErrors): FieldErrors =>
  username === undefined ? errors : { email: username, ...errors };

const STORAGE_KEY = 'portage.newUser';
const KeptDraft = z.object({ merchantId: z.string(), draft: Draft });

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Leaving the page while signed in deletes it. */
function useDraftKeeper(merchantId: string, draft: NewUserDraft): void {
  useEffect(() => keepDraft(sessionStorage, merchantId, draft), [merchantId, draft]);
  useEffect(
    () => () => {
      if (currentSession()) sessionStorage.removeItem(STORAGE_KEY);
    },
    [],
  );
}

/** Undefined without a readable one. */
export function loadDraft(storage: TabStorage, merchantId: string): NewUserDraft | undefined {
  try {
    const kept = KeptDraft.parse(JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null'));
    return kept.merchantId === merchantId ? kept.draft : undefined;
  } catch {
    return undefined;
  }
}

/** Deletes an empty one. */
export function keepDraft(storage: TabStorage, merchantId: string, draft: NewUserDraft): void {
  const isEmpty = Object.values(draft).every((typed) => typed.trim() === '');
  if (isEmpty) storage.removeItem(STORAGE_KEY);
  else storage.setItem(STORAGE_KEY, JSON.stringify({ merchantId, draft }));
}
