import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { OwnerOnlyReason } from '../lib/OwnerOnly.tsx';
import { paths } from '../paths.ts';
import { LinkAnchor } from '../ui/links.tsx';
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
        <LinkAnchor to={paths.integrations()} size="sm" className={classes['back'] ?? ''}>
          <IconChevronLeft size={16} aria-hidden />
          {t('pageTitle.integrations')}
        </LinkAnchor>
        <PageHead {...props} />
      </div>
      <OwnerOnlyReason />
    </>
  );
}
