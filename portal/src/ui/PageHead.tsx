import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PageHead.module.css';

interface PageHeadProps {
  readonly title: string;
  readonly text?: string;
  readonly action?: ReactNode;
}

export function PageHead({ title, text, action }: PageHeadProps) {
  return (
    <div className={classes['head']}>
      <Title order={1} className={classes['title'] ?? ''}>
        {title}
      </Title>
      {text !== undefined && (
        <Text size="sm" c="dimmed" className={classes['text'] ?? ''}>
          {text}
        </Text>
      )}
      {action !== undefined && <div className={classes['action']}>{action}</div>}
    </div>
  );
}
