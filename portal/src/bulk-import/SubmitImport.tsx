import { Button, Group, Modal, Text } from '@mantine/core';
import type { ImportFile } from '@portage/contract/import-columns';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/use-format.ts';
import { Hint } from '../ui/Hint.tsx';
import { pressedOnce } from '../ui/pressed-once.ts';
import type { RemoteBook } from './book/import-book.ts';
import type { ImportSummary } from './book/import-views.ts';
import { useSubmitImport } from './use-submit-import.ts';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';

/** What the two files are called. */
export type FileNames = Readonly<Record<ImportFile, string>>;

interface SubmitImportProps {
  readonly book: RemoteBook;
  readonly names: FileNames;
  readonly summary: ImportSummary;
  readonly onSubmitted: () => void;
}

/** Sends the rows; content that was imported before is asked about first. */
export function SubmitImport({ book, names, summary, onSubmitted }: SubmitImportProps) {
  const { t } = useTranslation(['bulkImport', 'common']);
  const { number } = useFormat();
  const [isAsking, setIsAsking] = useState(false);
  const submit = useSubmitImport({
    book,
    names,
    onSubmitted,
    onRepeated: () => setIsAsking(true),
  });
  const isEmpty = summary.ready === 0;

  function send(allowRepeat: boolean) {
    setIsAsking(false);
    if (!isEmpty && !submit.isPending) submit.mutate({ allowRepeat });
  }

  return (
    <>
      <Hint label={t('total.nothing')} disabled={!isEmpty}>
        <Button
          loading={submit.isPending}
          aria-disabled={isEmpty}
          {...(isEmpty && { 'data-disabled': true })}
          {...pressedOnce(() => send(false))}
        >
          {t('total.submit', { count: summary.ready, number: number(summary.ready) })}
        </Button>
      </Hint>
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('repeated.title')}
        closeButtonProps={{ 'aria-label': t('common:cancel') }}
        centered
      >
        <Text mb="lg">{t('repeated.text')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setIsAsking(false)} data-autofocus>
            {t('common:cancel')}
          </Button>
          <Button onClick={() => send(true)}>{t('repeated.again')}</Button>
        </Group>
      </Modal>
    </>
  );
}
