import { Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { LinkAnchor } from '../ui/links.tsx';
import classes from './ProfileSection.module.css';

interface ProfileSectionProps {
  /** The anchor in the address, such as `tags` in `/merchantInfo#tags`. */
  readonly id: string;
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
}

export function ProfileSection({ id, title, text, children }: ProfileSectionProps) {
  useEffect(() => {
    // The browser looked for the anchor before the profile loaded.
    if (window.location.hash === `#${id}`) document.getElementById(id)?.scrollIntoView();
  }, [id]);
  return (
    <Paper
      withBorder
      p="lg"
      component="section"
      tabIndex={-1}
      id={id}
      aria-labelledby={`${id}-title`}
      className={classes['section'] ?? ''}
    >
      <Title order={2} id={`${id}-title`}>
        {title}
      </Title>
      {text !== undefined && (
        <Text size="sm" c="dimmed" mt={4} maw="44rem">
          {text}
        </Text>
      )}
      <Stack gap="md" mt="md">
        {children}
      </Stack>
    </Paper>
  );
}

interface SectionLinksProps {
  readonly sections: readonly (readonly [id: string, title: string])[];
}

export function SectionLinks({ sections }: SectionLinksProps) {
  const { t } = useTranslation('merchant');
  return (
    <nav aria-label={t('sections')} className={classes['links']}>
      <ul>
        {sections.map(([id, title]) => (
          <li key={id}>
            <LinkAnchor size="sm" to="." hash={id} activeOptions={{ includeHash: true }}>
              {title}
            </LinkAnchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}
