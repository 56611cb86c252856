import { Button, Group, NativeSelect, Table, Text } from '@mantine/core';
import { merchantChangeEndpoints } from '@portage/contract/merchant-changes';
import type { ApiRequestMapping, Merchant } from '@portage/contract/merchants';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../lib/api.ts';
import { useProfileChange } from '../lib/use-profile-change.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import classes from './ProfileTable.module.css';
import '@mantine/core/styles/Table.layer.css';

const { addApiRequestMappings, removeApiRequestMappings } = merchantChangeEndpoints;
const add = (body: ApiRequestMapping) => callApi(addApiRequestMappings, { body });
const remove = (body: ApiRequestMapping) => callApi(removeApiRequestMappings, { body });

/** The only mapping there is (spec 2 §5). */
const MAPPING: ApiRequestMapping = { from: 'ORIGIN_UNIT', to: 'MERCHANT_DISPLAY_NAME' };

/** Which fields of incoming orders are read as another one (spec 2 §2). */
export function MappingsSection({ apiRequestMappings }: Pick<Merchant, 'apiRequestMappings'>) {
  const { t } = useTranslation(['merchant', 'common', 'errors']);
  const { mutate, isPending } = useProfileChange({
    send: remove,
    undo: add,
    done: () => t('errors:success.mappingRemoved'),
    failed: t('errors:error.couldNotRemoveMapping'),
  });
  return (
    <ProfileSection id="mappings" title={t('mappings.title')} text={t('mappings.text')}>
      {apiRequestMappings.length === 0 ? (
        <>
          <Text size="sm">{t('mappings.none')}</Text>
          <AddMapping />
        </>
      ) : (
        <Table aria-label={t('mappings.title')} className={classes['table'] ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('mappings.from')}</Table.Th>
              <Table.Th>{t('mappings.to')}</Table.Th>
              <Table.Th>
                <span className={classes['hidden']}>{t('mappings.actions')}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {apiRequestMappings.map((mapping) => (
              <Table.Tr key={mapping.from}>
                <Table.Td>{t('mappings.originUnit')}</Table.Td>
                <Table.Td>{t('mappings.merchantDisplayName')}</Table.Td>
                <Table.Td ta="end">
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    disabled={isPending}
                    aria-label={t('mappings.remove')}
                    onClick={() => mutate(mapping)}
                  >
                    {t('common:remove')}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
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
        <Button type="submit" mt="1.55rem" loading={isPending}>
          {t('mappings.add')}
        </Button>
      </Group>
    </form>
  );
}
