import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { merchantChangeEndpoints } from '@portage/contract/merchant-changes';
import type { ApiRequestMapping, Merchant } from '@portage/contract/merchants';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { useProfileChange } from '../lib/use-profile-change.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { RemovableRows } from './RemovableRows.tsx';

const { addApiRequestMappings, removeApiRequestMappings } = merchantChangeEndpoints;
const add = (body: ApiRequestMapping) => callApi(addApiRequestMappings, { body });
const remove = (body: ApiRequestMapping) => callApi(removeApiRequestMappings, { body });

/** The only mapping there is (spec 2 §5). */
const MAPPING: ApiRequestMapping = { from: 'ORIGIN_UNIT', to: 'MERCHANT_DISPLAY_NAME' };

/** Which fields of incoming orders are read as another one (spec 2 §2). */
export function MappingsSection({ apiRequestMappings }: Pick<Merchant, 'apiRequestMappings'>) {
  const { t } = useTranslation(['merchant', 'errors']);
  return (
    <ProfileSection id="mappings" title={t('mappings.title')} text={t('mappings.text')}>
      {apiRequestMappings.length === 0 ? (
        <>
          <Text size="sm">{t('mappings.none')}</Text>
          <AddMapping />
        </>
      ) : (
        <RemovableRows
          label={t('mappings.title')}
          columns={[t('mappings.from'), t('mappings.to')]}
          actions={t('mappings.actions')}
          rows={apiRequestMappings}
          cellsOf={() => [t('mappings.originUnit'), t('mappings.merchantDisplayName')]}
          removeLabel={() => t('mappings.remove')}
          onRemove={remove}
          onUndo={add}
          removed={t('errors:success.mappingRemoved')}
          failed={t('errors:error.couldNotRemoveMapping')}
        />
      )}
    </ProfileSection>
  );
}

function AddMapping() {
  const { t } = useTranslation(['merchant', 'errors']);
  const [chosen, setChosen] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { mutate, isPending } = useProfileChange({
    send: add,
    undo: remove,
    done: () => t('errors:success.mappingAdded'),
    failed: t('errors:error.couldNotAddMapping'),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setIsMissing(chosen === '');
        if (chosen !== '') mutate(MAPPING);
      }}
    >
      <Group align="flex-start" gap="sm">
        <NativeSelect
          label={t('mappings.choose')}
          w={360}
          maw="100%"
          data={[
            { value: '', label: t('mappings.placeholder') },
            { value: MAPPING.from, label: t('mappings.option') },
          ]}
          value={chosen}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
            setIsMissing(false);
          }}
          error={isMissing && t('errors:error.noMapping')}
        />
        <Button type="submit" mt={{ base: 0, xs: '1.55rem' }} loading={isPending}>
          {t('mappings.add')}
        </Button>
      </Group>
    </form>
  );
}
