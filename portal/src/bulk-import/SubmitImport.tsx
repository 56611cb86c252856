import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Ref, useRef } from 'react';
import type { ImportFile } from '@portage/contract/imports/import-columns';
import { importEndpoints } from '@portage/contract/imports/imports';
import { MINUTE } from '@portage/contract/time';
import { useTranslation } from '../i18n/i18n.ts';
import { ApiError } from '../lib/api-error.ts';
import { callApi } from '../lib/api.ts';
import { newKey } from '../lib/attempt.ts';
import { callKey } from '../lib/call-query.ts';
import { confirm } from '../lib/confirm.tsx';
import { useFormat } from '../lib/format.ts';
import { notifyError, notifySuccess } from '../lib/notify.tsx';
import { paths } from '../paths.ts';
import { Hint } from '../ui/Hint.tsx';
import { pressedOnce } from '../ui/pressed-once.ts';
import type { RemoteBook } from './book/import-book.ts';
import type { ImportChoices } from './book/import-views.ts';

interface Submission {
  readonly book: RemoteBook;
  readonly names: FileNames;
  readonly choices: ImportChoices;
  /** Called before the page is left. */
  readonly onSubmitted: () => void;
  /** Called when the same content was imported before. */
  readonly onRepeated: () => void;
}

const UPLOAD_TIMEOUT = 10 * MINUTE;

const isRepeated = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'import_repeated';

/** Starts an import and opens the list of its orders (spec 2 §2). */
function useSubmitImport({ book, names, choices, onSubmitted, onRepeated }: Submission) {
  const { t } = useTranslation('errors');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // A second attempt after a lost connection must not import the rows twice.
  const key = useRef<string>(undefined);

  async function send({ allowRepeat }: { allowRepeat: boolean }) {
    key.current ??= newKey();
    const options = { idempotencyKey: key.current, patience: UPLOAD_TIMEOUT };
    const query = {
      ...(allowRepeat && { allowRepeat: 'true' as const }),
      ...(choices.confirmed && { confirmed: 'true' as const }),
      attention: choices.createsAttention ? 'create' : 'leaveOut',
    } as const;
    const body = await book.upload();
    if ('rows' in body) {
      const named = {
        orderDetailsName: names.orderDetails,
        orderPackagesName: names.orderPackages,
      };
      return callApi(importEndpoints.upload, { query, body: { ...body.rows, ...named } }, options);
    }
    const form = new FormData();
    form.append('orderDetails', body.files.orderDetails, names.orderDetails);
    form.append('orderPackages', body.files.orderPackages, names.orderPackages);
    return callApi(importEndpoints.create, { query, body: form }, options);
  }

  return useMutation({
    mutationFn: send,
    async onSuccess({ importId }) {
      notifySuccess({
        title: t('success.orderCsvCreated'),
        message: t('success.orderCsvCreatedDescription'),
      });
      void queryClient.invalidateQueries({ queryKey: callKey(importEndpoints.list) });
      onSubmitted();
      await navigate({ to: paths.orders(), search: { import: importId }, ignoreBlocker: true });
    },
    onError(cause) {
      // A different body, or a confirmed repeat, is not the same call.
      key.current = cause instanceof ApiError && cause.problem.status > 0 ? undefined : key.current;
      if (isRepeated(cause)) onRepeated();
      else notifyError({ title: t('error.orderCsvCreationFailed'), cause });
    },
  });
}

export type FileNames = Readonly<Record<ImportFile, string>>;

interface SubmitImportProps {
  /** The button, which a key of the grid presses. */
  readonly button: Ref<HTMLButtonElement>;
  readonly book: RemoteBook;
  readonly names: FileNames;
  /** Orders that the choices will create. */
  readonly orders: number;
  readonly choices: ImportChoices;
  readonly onSubmitted: () => void;
}

/** Sends the rows; asks first when the same content was imported before. */
export function SubmitImport(props: SubmitImportProps) {
  const { button, book, names, orders, choices, onSubmitted } = props;
  const { t } = useTranslation('bulkImport');
  const { number } = useFormat();
  const isEmpty = orders === 0;
  const submit = useSubmitImport({
    book,
    names,
    choices,
    onSubmitted,
    onRepeated: () => void askToRepeat(),
  });

  function send(allowRepeat: boolean) {
    if (!isEmpty && !submit.isPending) submit.mutate({ allowRepeat });
  }

  async function askToRepeat(): Promise<void> {
    const isConfirmed = await confirm({
      title: t('repeated.title'),
      text: t('repeated.text'),
      yes: t('repeated.again'),
    });
    if (isConfirmed) submit.mutate({ allowRepeat: true });
  }

  return (
    <Hint label={t('total.nothing')} disabled={!isEmpty}>
      <Button
        ref={button}
        loading={submit.isPending}
        aria-disabled={isEmpty}
        {...(isEmpty && { 'data-disabled': true })}
        {...pressedOnce(() => send(false))}
      >
        {t('total.submit', { count: orders, number: number(orders) })}
      </Button>
    </Hint>
  );
}
