import { CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../i18n/i18n.ts';
import classes from './CopyText.module.css';
import { IconButton, type IconButtonProps } from './IconButton.tsx';

interface CopyIconProps extends Omit<IconButtonProps, 'Icon'> {
  readonly text: string;
  /** Such as "Copy the tracking number". */
  readonly label: string;
}

export function CopyIcon({ text, label, ...button }: CopyIconProps) {
  const { t } = useTranslation();
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <IconButton
          Icon={copied ? IconCheck : IconCopy}
          iconSize={16}
          label={copied ? t('notification.copied') : label}
          title={label}
          variant="subtle"
          color="gray"
          onClick={copy}
          {...button}
        />
      )}
    </CopyButton>
  );
}

export function CopyText({ text, label }: Pick<CopyIconProps, 'text' | 'label'>) {
  return (
    <span className={classes['copy']}>
      <span className={classes['text']} translate="no">
        {text}
      </span>
      <CopyIcon text={text} label={label} size={24} />
    </span>
  );
}
