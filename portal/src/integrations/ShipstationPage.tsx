import {
  Button,
  type ButtonProps,
  CopyButton,
  Group,
  List,
  Paper,
  PasswordInput,
  Radio,
  Skeleton,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorCatalogue } from '@portage/contract/errors';
import { fieldMessages } from '@portage/contract/field-messages';
import {
  LabelFileFormat,
  type NewShipstationIntegration,
  type ShipstationCall,
  type ShipstationIntegration,
  type ShipstationStatus,
  SHORTEST_SHIPSTATION_KEY,
  shipstationEndpoints,
} from '@portage/contract/shipstation/integration';
import { useTranslation } from '../i18n/i18n.ts';
import { callApi } from '../lib/api.ts';
import { callQuery } from '../lib/call-query.ts';
import { confirm } from '../lib/confirm.tsx';
import { useMerchantFormat } from '../lib/merchant.ts';
import { notifyError, notifySuccess } from '../lib/notify.tsx';
import { OwnerOnly } from '../lib/OwnerOnly.tsx';
import { ToggleIcon } from '../lib/PasswordField.tsx';
import { queryClient } from '../lib/query-client.ts';
import { Timestamp } from '../lib/Timestamp.tsx';
import { pageWidth } from '../ui/page-width.ts';
import { IntegrationHead } from './IntegrationHead.tsx';

/** A failed read shows the form at once (spec 2 §2), so it is not retried. */
const shipstationQuery = { ...callQuery(shipstationEndpoints.get, {}), retry: false };

const statusQuery = { ...callQuery(shipstationEndpoints.status, {}), retry: false };

const SHOWN_CHARACTERS = 4;

interface ShipstationSummaryProps {
  readonly integration: ShipstationIntegration;
  readonly status: ShipstationStatus | undefined;
  readonly onChange: () => void;
}

function ShipstationSummary({ integration, status, onChange }: ShipstationSummaryProps) {
  const { t } = useTranslation(['integrations', 'errors']);
  const { shortDateTime } = useMerchantFormat();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(shipstationEndpoints.remove, {}),
    onSuccess: async () => {
      await queryClient.resetQueries({ queryKey: shipstationQuery.queryKey });
      notifySuccess({ title: t('errors:success.shipstationIntegrationRemoved') });
    },
    onError: (cause) =>
      notifyError({ title: t('errors:error.couldNotRemoveShipstationIntegration'), cause }),
  });
  async function remove(): Promise<void> {
    const isConfirmed = await confirm({
      title: t('shipstation.removeTitle'),
      text: t('shipstation.removeText'),
      yes: t('shipstation.remove'),
      isDangerous: true,
    });
    if (isConfirmed) mutate();
  }
  const { apiKey, labelFileFormat, includePackingSlip } = integration;
  const connectedAt = status?.connectedAt;
  const rows = [
    [t('shipstation.apiKey'), `••••••••${apiKey.slice(-SHOWN_CHARACTERS)}`],
    [t('shipstation.labelFileFormat'), t(`shipstation.format.${labelFileFormat}`)],
    [
      t('shipstation.includePackingSlip'),
      t(includePackingSlip ? 'shipstation.yes' : 'shipstation.no'),
    ],
  ] as const;
  return (
    <Stack gap="md">
      {status && (
        <Text fw={600}>
          {connectedAt === undefined
            ? t('shipstation.waiting')
            : t('shipstation.connectedAt', { time: shortDateTime(connectedAt) })}
        </Text>
      )}
      {status && connectedAt === undefined && (
        <Text size="sm">{t('shipstation.howToConnect')}</Text>
      )}
      <Table variant="vertical" layout="fixed" withRowBorders>
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group justify="flex-end">
        <CopyKey apiKey={apiKey} />
        <Button variant="default" onClick={onChange}>
          {t('shipstation.change')}
        </Button>
        <Button variant="default" loading={isPending} onClick={() => void remove()}>
          {t('shipstation.remove')}
        </Button>
      </Group>
    </Stack>
  );
}

function CopyKey({ apiKey, ...button }: { readonly apiKey: string } & ButtonProps) {
  const { t } = useTranslation(['integrations', 'common']);
  return (
    <CopyButton value={apiKey}>
      {({ copied, copy }) => (
        <Button variant="subtle" disabled={apiKey === ''} onClick={copy} {...button}>
          {t(copied ? 'common:notification.copied' : 'shipstation.copyKey')}
        </Button>
      )}
    </CopyButton>
  );
}

const KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** 32 characters: 192 bits. */
const makeKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    KEY_ALPHABET.charAt(byte % KEY_ALPHABET.length),
  ).join('');

/** Spec 2 §5. */
const DEFAULTS = { apiKey: '', labelFileFormat: 'PDF', includePackingSlip: 'no' };

interface ShipstationFormProps {
  readonly integration: ShipstationIntegration | undefined;
  readonly onDone: () => void;
}

/** A failure keeps the typed values. */
function ShipstationForm({ integration, onDone }: ShipstationFormProps) {
  const { t, locale } = useTranslation(['integrations', 'common', 'errors']);
  const form = useForm({
    initialValues: integration
      ? { ...integration, includePackingSlip: integration.includePackingSlip ? 'yes' : 'no' }
      : DEFAULTS,
    validate: {
      apiKey: (typed) => {
        if (typed.trim() === '') return fieldMessages.required[locale];
        const isShort = typed.trim().length < SHORTEST_SHIPSTATION_KEY;
        return isShort ? fieldMessages.shipstationKeyShort[locale] : null;
      },
    },
  });
  const focusKey = () => form.getInputNode('apiKey')?.focus();
  const [isKeyShown, setIsKeyShown] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: NewShipstationIntegration) => callApi(shipstationEndpoints.save, { body }),
    onSuccess: ({ shipstation }) => {
      queryClient.setQueryData(shipstationQuery.queryKey, shipstation);
      void queryClient.invalidateQueries(statusQuery);
      notifySuccess({ title: t('errors:success.shipstationIntegrationAdded') });
      onDone();
    },
    onError: (cause) => {
      notifyError({ title: t('errors:error.couldNotAddShipstationIntegration'), cause });
      focusKey();
    },
  });
  const submit = form.onSubmit(
    ({ apiKey, labelFileFormat, includePackingSlip }) =>
      mutate({
        apiKey,
        labelFileFormat: LabelFileFormat.parse(labelFileFormat),
        includePackingSlip: includePackingSlip === 'yes',
      }),
    focusKey,
  );
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {t(integration ? 'shipstation.newKeyText' : 'shipstation.formText')}
        </Text>
        <PasswordInput
          label={t('shipstation.apiKey')}
          description={t('shipstation.apiKeyHelp')}
          required
          maxLength={200}
          autoComplete="off"
          visibilityToggleIcon={ToggleIcon}
          visibilityToggleButtonProps={{ 'aria-label': t('shipstation.showKey') }}
          visible={isKeyShown}
          onVisibilityChange={setIsKeyShown}
          {...form.getInputProps('apiKey')}
        />
        <Group gap="sm" mt={-8}>
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              form.setFieldValue('apiKey', makeKey());
              setIsKeyShown(true);
            }}
          >
            {t('shipstation.generateKey')}
          </Button>
          <CopyKey apiKey={form.values.apiKey} size="xs" />
        </Group>
        <Radio.Group
          label={t('shipstation.labelFileFormat')}
          required
          {...form.getInputProps('labelFileFormat')}
        >
          <Group gap="lg" mt={6}>
            {LabelFileFormat.options.map((format) => (
              <Radio key={format} value={format} label={t(`shipstation.format.${format}`)} />
            ))}
          </Group>
        </Radio.Group>
        <Radio.Group
          label={t('shipstation.includePackingSlip')}
          required
          {...form.getInputProps('includePackingSlip')}
        >
          <Group gap="lg" mt={6}>
            <Radio value="no" label={t('shipstation.no')} />
            <Radio value="yes" label={t('shipstation.yes')} />
          </Group>
        </Radio.Group>
        <Group justify="flex-end">
          {integration && (
            <Button variant="default" onClick={onDone}>
              {t('common:cancel')}
            </Button>
          )}
          <Button type="submit" loading={isPending}>
            {t(integration ? 'shipstation.save' : 'shipstation.connect')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Newest first. */
function ShipstationCalls({ calls }: { readonly calls: readonly ShipstationCall[] }) {
  const { t, locale } = useTranslation('integrations');
  const format = useMerchantFormat();
  if (calls.length === 0) return <Text c="dimmed">{t('shipstation.noCalls')}</Text>;
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table aria-label={t('shipstation.calls')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('shipstation.time')}</Table.Th>
            <Table.Th>{t('shipstation.call')}</Table.Th>
            <Table.Th>{t('shipstation.shipment')}</Table.Th>
            <Table.Th>{t('shipstation.result')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {calls.map(({ id, at, operation, code, trackingNumber }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Timestamp at={at} format={format} />
              </Table.Td>
              <Table.Td>{t(`shipstation.operation.${operation}`)}</Table.Td>
              <Table.Td>{trackingNumber ?? '–'}</Table.Td>
              <Table.Td>
                {code === undefined ? (
                  t('shipstation.done')
                ) : (
                  <Text c="var(--mantine-color-error)" size="sm">
                    {errorCatalogue[code].title[locale]}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function ShipstationAbilities() {
  const { t } = useTranslation('integrations');
  const offered = ['rates', 'labels', 'voids', 'tracking', 'pickups'] as const;
  return (
    <section>
      <Title order={2} mb={4}>
        {t('shipstation.worksTitle')}
      </Title>
      <List size="sm" spacing={4}>
        {offered.map((one) => (
          <List.Item key={one}>{t(`shipstation.works.${one}`)}</List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        {t('shipstation.worksNot')}
      </Text>
    </section>
  );
}

/** Spec 2 §2, /shipstation. */
export function ShipstationPage() {
  const { t } = useTranslation('integrations');
  const { data: integration, isPending } = useQuery(shipstationQuery);
  const { data: status } = useQuery({ ...statusQuery, enabled: Boolean(integration) });
  const [isChanging, setIsChanging] = useState(false);
  return (
    <Stack gap="lg" maw={pageWidth.form}>
      <IntegrationHead title={t('shipstation.title')} text={t('shipstation.description')} />
      <Paper withBorder p="lg" component="section" aria-label={t('shipstation.title')}>
        {isPending && (
          <Stack gap="lg" aria-hidden>
            <Skeleton height={16} width={180} />
            <Skeleton height={36} />
            <Skeleton height={20} width={260} />
          </Stack>
        )}
        {!isPending && (
          <OwnerOnly>
            {integration && !isChanging ? (
              <ShipstationSummary
                integration={integration}
                status={status}
                onChange={() => setIsChanging(true)}
              />
            ) : (
              <ShipstationForm
                integration={integration ?? undefined}
                onDone={() => setIsChanging(false)}
              />
            )}
          </OwnerOnly>
        )}
      </Paper>
      <ShipstationAbilities />
      {integration && status && (
        <section>
          <Title order={2} mb={4}>
            {t('shipstation.calls')}
          </Title>
          <ShipstationCalls calls={status.calls} />
        </section>
      )}
    </Stack>
  );
}
