import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './ProfileSection.module.css';

interface ProfileSectionProps {
  /** Its anchor in the address, such as `tags` in `/merchantInfo#tags`. */
  readonly id: string;
  readonly title: string;
  /** What the section is for. */
  readonly text?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the profile that is saved by itself and has an address of its own. */
export function ProfileSection({ id, title, text, children }: ProfileSectionProps) {
  useEffect(() => {
    // The profile is loaded after the address was opened: the browser found no anchor then.
    if (window.location.hash === `#${id}`) document.getElementById(id)?.scrollIntoView();
  }, [id]);
  return (
    <Paper
      withBorder
      p="lg"
      component="section"
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
  /** The sections in their sequence: the anchor and the title of each. */
  readonly sections: readonly (readonly [id: string, title: string])[];
}

/** Links to the sections of the page; beside them where there is room. */
export function SectionLinks({ sections }: SectionLinksProps) {
  const { t } = useTranslation('merchant');
  return (
    <nav aria-label={t('sections')} className={classes['links']}>
      <ul>
        {sections.map(([id, title]) => (
          <li key={id}>
            <Anchor size="sm" renderRoot={(props) => <Link {...props} to="." hash={id} />}>
              {title}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}
