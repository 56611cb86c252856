import { ActionIcon, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconFiles, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../i18n/i18n.ts';
import { useFormat } from '../lib/format.ts';
import { notifyUndoable } from '../lib/notify-undoable.tsx';
import { Timestamp } from '../lib/Timestamp.tsx';
import { paths } from '../paths.ts';
import { LinkAnchor } from '../ui/links.tsx';
import { deleteDraft, listDrafts, useDraftOwner } from './draft-storage.ts';
import classes from './Drafts.module.css';

export function Drafts({ openId }: { readonly openId: string }) {
  const { t } = useTranslation('newOrder');
  const owner = useDraftOwner();
  const format = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const read = () => listDrafts(owner, Date.now());
  const [drafts, setDrafts] = useState(read);
  const others = drafts.filter(({ id }) => id !== openId);

  // Storage events come from other tabs only.
  useWindowEvent('storage', () => setDrafts(read()));

  function remove(id: string, name: string): void {
    const restore = deleteDraft(id);
    setDrafts(read());
    notifyUndoable({
      title: t('drafts.deleted', { name }),
      onUndo: () => {
        restore();
        setDrafts(read());
      },
    });
  }

  return (
    <>
      {others.length > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconFiles size={16} aria-hidden />}
          onClick={() => setIsOpen(true)}
        >
          {t('drafts.open', { count: others.length })}
        </Button>
      )}
      <Modal
        opened={isOpen && others.length > 0}
        onClose={() => setIsOpen(false)}
        title={t('drafts.title')}
        closeButtonProps={{ 'aria-label': t('drafts.close') }}
      >
        <Text size="sm" c="dimmed" mb="sm">
          {t('drafts.help')}
        </Text>
        <ul className={classes['list']}>
          {others.map(({ id, savedAt, destination, ...draft }) => {
            const name = draft.name || t('drafts.unnamed');
            return (
              <li key={id} className={classes['draft']}>
                <Stack gap={0} className={classes['what'] ?? ''}>
                  <LinkAnchor
                    fw={600}
                    to={paths.newOrder()}
                    search={({ express }) => ({ ...(express && { express }), draft: id })}
                    onClick={() => setIsOpen(false)}
                  >
                    {name}
                  </LinkAnchor>
                  <Group gap={4} fz="sm" c="dimmed">
                    {destination !== '' && `${destination} · `}
                    <Timestamp at={savedAt} format={format} />
                  </Group>
                </Stack>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={t('drafts.delete', { name })}
                  onClick={() => remove(id, name)}
                >
                  <IconTrash size={18} aria-hidden />
                </ActionIcon>
              </li>
            );
          })}
        </ul>
      </Modal>
    </>
  );
}
