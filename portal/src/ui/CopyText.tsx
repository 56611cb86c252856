import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../i18n/i18n.ts';
import classes from './CopyText.module.css';

interface CopyTextProps {
  readonly text: string;
  /** Such as "Copy the tracking number". */
  readonly label: string;
}

export function CopyText({ text, label }: CopyTextProps) {
  const { t } = useTranslation();
  return (
    <span className={classes['copy']}>
      <span className={classes['text']}>{text}</span>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            onClick={copy}
            aria-label={copied ? t('notification.copied') : label}
            title={label}
          >
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  );
}
