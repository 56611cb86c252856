import { importEndpoints } from '@portage/contract/imports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../lib/api-error.ts';
import { callApi } from '../lib/api.ts';
import { newKey } from '../lib/attempt.ts';
import { callKey } from '../lib/call-query.ts';
import { notifyError, notifySuccess } from '../lib/notify.tsx';
import { paths } from '../paths.ts';
import type { RemoteBook } from './book/import-book.ts';
import type { FileNames } from './SubmitImport.tsx';

interface Submission {
  readonly book: RemoteBook;
  readonly names: FileNames;
  /** Called before the page is left. */
  readonly onSubmitted: () => void;
  /** Called when the same content was imported before. */
  readonly onRepeated: () => void;
}

/** How long the upload of a large file may take, in milliseconds. */
const PATIENCE = 10 * 60_000;

const isRepeated = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'import_repeated';

/** Starts an import and goes on to the list of its orders (spec 2 §2). */
export function useSubmitImport({ book, names, onSubmitted, onRepeated }: Submission) {
  const { t } = useTranslation('errors');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // A second attempt after a lost connection must not import the rows twice.
  const key = useRef<string>(undefined);

  async function send({ allowRepeat }: { allowRepeat: boolean }) {
    key.current ??= newKey();
    const options = { idempotencyKey: key.current, patience: PATIENCE };
    const query = allowRepeat ? { allowRepeat: 'true' as const } : {};
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
      // Another body, or a wish to repeat: neither is the same call.
      key.current = cause instanceof ApiError && cause.problem.status > 0 ? undefined : key.current;
      if (isRepeated(cause)) onRepeated();
      else notifyError({ title: t('error.orderCsvCreationFailed'), cause });
    },
  });
}
