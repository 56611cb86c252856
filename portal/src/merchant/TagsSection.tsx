import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useField } from '@mantine/form';
import { useRef, useState } from 'react';
import { merchantChangeEndpoints } from '@portage/contract/merchants/merchant-changes';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { LONGEST_TAG, ProfileTag } from '@portage/contract/orders/new-order';
import { useTranslation } from '../i18n/i18n.ts';
import { callApi } from '../lib/api.ts';
import { fieldMessage } from '../lib/field-message.ts';
import { useProfileChange } from '../lib/use-profile-change.tsx';
import { ProfileSection } from './ProfileSection.tsx';

const { addOrderTags, removeOrderTags } = merchantChangeEndpoints;
const add = (tags: string[]) => callApi(addOrderTags, { body: tags });
const remove = (tags: string[]) => callApi(removeOrderTags, { body: tags });

/** Offered to orders (spec 2 §2). */
export function TagsSection({ orderTags }: Pick<Merchant, 'orderTags'>) {
  const { t } = useTranslation(['merchant', 'errors']);
  return (
    <ProfileSection id="tags" title={t('tags.title')} text={t('tags.text')}>
      {orderTags.length === 0 ? (
        <Text size="sm">{t('tags.none')}</Text>
      ) : (
        <RemoveTags orderTags={orderTags} />
      )}
      <AddTag />
    </ProfileSection>
  );
}

function RemoveTags({ orderTags }: Pick<Merchant, 'orderTags'>) {
  const { t } = useTranslation(['merchant', 'errors']);
  const [chosen, setChosen] = useState<string[]>([]);
  const [isMissing, setIsMissing] = useState(false);
  // Another user may have removed a chosen tag.
  const removable = chosen.filter((tag) => orderTags.includes(tag));
  const { mutate, isPending } = useProfileChange({
    send: remove,
    undo: add,
    done: () => t('errors:success.tagRemoved'),
    failed: t('errors:error.couldNotRemoveTag'),
  });
  return (
    <form
      aria-label={t('tags.remove')}
      onSubmit={(event) => {
        event.preventDefault();
        setIsMissing(removable.length === 0);
        if (removable.length > 0) mutate(removable, { onSuccess: () => setChosen([]) });
      }}
    >
      <Checkbox.Group
        label={t('tags.choose')}
        value={removable}
        onChange={(tags) => {
          setChosen(tags);
          setIsMissing(false);
        }}
        error={isMissing && <span role="alert">{t('errors:error.noTag')}</span>}
      >
        <Group gap="0.5rem 1.25rem" my="xs">
          {orderTags.map((tag) => (
            <Checkbox key={tag} value={tag} label={tag} translate="no" />
          ))}
        </Group>
      </Checkbox.Group>
      <Button type="submit" variant="default" size="xs" mt="xs" loading={isPending}>
        {t('tags.remove')}
      </Button>
    </form>
  );
}

function AddTag() {
  const { t, locale } = useTranslation(['merchant', 'errors']);
  const input = useRef<HTMLInputElement>(null);
  const field = useField({ initialValue: '' });
  const { mutate, isPending } = useProfileChange({
    send: add,
    done: () => t('errors:success.tagAdded'),
    failed: t('errors:error.couldNotAddTag'),
  });

  function submit(): void {
    const typed = field.getValue();
    const { data, error } = ProfileTag.safeParse(typed);
    const message = error?.issues[0]?.message ?? '';
    const isEmpty = typed.trim() === '';
    field.setError(isEmpty ? t('errors:error.tagCannotBeEmpty') : fieldMessage(message, locale));
    if (data === undefined) input.current?.focus();
    else mutate([data], { onSuccess: field.reset });
  }

  return (
    <form
      aria-label={t('tags.add')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Group align="flex-start" gap="sm">
        <TextInput
          ref={input}
          label={t('tags.new')}
          maxLength={LONGEST_TAG}
          w={260}
          {...field.getInputProps()}
        />
        <Button type="submit" mt={{ base: 0, xs: '1.55rem' }} loading={isPending}>
          {t('tags.add')}
        </Button>
      </Group>
    </form>
  );
}
