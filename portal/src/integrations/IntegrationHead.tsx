import { Anchor } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { OwnerOnlyReason } from '../lib/OwnerOnly.tsx';
import { paths } from '../paths.ts';
import { PageHead } from '../ui/PageHead.tsx';
import classes from './IntegrationHead.module.css';

interface IntegrationHeadProps {
  readonly title: string;
  readonly text: string;
  readonly action?: ReactNode;
}

export function IntegrationHead(props: IntegrationHeadProps) {
  const { t } = useTranslation();
  return (
    <>
      <div>
        <Anchor
          component={Link}
          to={paths.integrations()}
          size="sm"
          className={classes['back'] ?? ''}
        >
          <IconChevronLeft size={16} aria-hidden />
          {t('pageTitle.integrations')}
        </Anchor>
        <PageHead {...props} />
      </div>
      <OwnerOnlyReason />
    </>
  );
}
