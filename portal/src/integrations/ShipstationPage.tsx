import {
  Paper,
  Skeleton,
  Stack,
  Button,
  CopyButton,
  Group,
  PasswordInput,
  Radio,
  Text,
  Modal,
  Table,
} from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OwnerOnly } from '../lib/OwnerOnly.tsx';
import { pageWidth } from '../ui/page-width.ts';
import { IntegrationHead } from './IntegrationHead.tsx';
import '@mantine/core/styles/Skeleton.layer.css';
import { useForm } from '@mantine/form';
import { fieldMessages } from '@portage/contract/field-messages';
import {
  LabelFileFormat,
  type NewShipstationIntegration,
  type ShipstationIntegration,
  SHORTEST_SHIPSTATION_KEY,
  shipstationEndpoints,
} from '@portage/contract/shipstation/integration';
import { useLocale } from '../i18n/use-locale.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import { ToggleIcon } from '../lib/PasswordField.tsx';
import '@mantine/core/styles/PasswordInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useState } from 'react';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Table.layer.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../lib/api.ts';
import { callQuery } from '../lib/call-query.ts';
import { dismissErrors, notifyError, notifySuccess } from '../lib/notify.tsx';

/** A failed read shows the form at once (spec 2 §2), so it is not retried. */
const shipstationQuery = { ...callQuery(shipstationEndpoints.get, {}), retry: false };

/** The merchant's ShipStation integration; null without one. */
function useShipstationIntegration() {
  return useQuery(shipstationQuery);
}

/** Connects ShipStation, and says how it went. */
function useSaveShipstation({ onFailed }: { readonly onFailed: () => void }) {
  const { t } = useTranslation('errors');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewShipstationIntegration) => callApi(shipstationEndpoints.save, { body }),
    onMutate: dismissErrors,
    onSuccess: ({ shipstation }) => {
      queryClient.setQueryData(shipstationQuery.queryKey, shipstation);
      notifySuccess({ title: t('success.shipstationIntegrationAdded') });
    },
    onError: (cause) => {
      notifyError({ title: t('error.couldNotAddShipstationIntegration'), cause });
      onFailed();
    },
  });
}

/** Disconnects ShipStation, and says how it went. */
function useRemoveShipstation({ onSettled }: { readonly onSettled: () => void }) {
  const { t } = useTranslation('errors');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(shipstationEndpoints.remove, {}),
    onMutate: dismissErrors,
    onSuccess: async () => {
      await queryClient.resetQueries({ queryKey: shipstationQuery.queryKey });
      notifySuccess({ title: t('success.shipstationIntegrationRemoved') });
    },
    onError: (cause) =>
      notifyError({ title: t('error.couldNotRemoveShipstationIntegration'), cause }),
    onSettled,
  });
}

/** How much of an API key is shown, to tell it from others. */
const SHOWN_CHARACTERS = 4;

interface ShipstationSummaryProps {
  readonly integration: ShipstationIntegration;
}

/** How ShipStation is connected, and the button that disconnects it. */
function ShipstationSummary({ integration }: ShipstationSummaryProps) {
  const { t } = useTranslation(['integrations', 'common']);
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending } = useRemoveShipstation({ onSettled: () => setIsAsking(false) });
  const { apiKey, labelFileFormat, includePackingSlip } = integration;
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
      <Text fw={600}>{t('shipstation.connected')}</Text>
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
      <Button variant="default" ml="auto" onClick={() => setIsAsking(true)}>
        {t('shipstation.remove')}
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('shipstation.removeTitle')}
        closeButtonProps={{ 'aria-label': t('common:cancel') }}
        centered
      >
        <Text mb="lg">{t('shipstation.removeText')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setIsAsking(false)} data-autofocus>
            {t('common:cancel')}
          </Button>
          <Button color="red.9" loading={isPending} onClick={() => mutate()}>
            {t('shipstation.remove')}
          </Button>
        </Group>
      </Modal>
    </Stack>
  );
}

const KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A random API key of 32 characters: 192 bits. */
const makeKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    KEY_ALPHABET.charAt(byte % KEY_ALPHABET.length),
  ).join('');

/** What the form starts with: PDF, and no packing slip (spec 2 §5). */
const DEFAULTS = { apiKey: '', labelFileFormat: 'PDF', includePackingSlip: 'no' };

/** Connects ShipStation. A failure leaves what was typed. */
function ShipstationForm() {
  const { t } = useTranslation(['integrations', 'common']);
  const locale = useLocale();
  const form = useForm({
    initialValues: DEFAULTS,
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
  const { mutate, isPending } = useSaveShipstation({ onFailed: focusKey });
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
          {t('shipstation.formText')}
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
          <CopyButton value={form.values.apiKey}>
            {({ copied, copy }) => (
              <Button
                variant="subtle"
                size="xs"
                disabled={form.values.apiKey === ''}
                onClick={copy}
              >
                {copied ? t('common:notification.copied') : t('shipstation.copyKey')}
              </Button>
            )}
          </CopyButton>
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
        <Button type="submit" loading={isPending} ml="auto">
          {t('shipstation.connect')}
        </Button>
      </Stack>
    </form>
  );
}

/** The shipping-software integration: a summary, or the form that adds it (spec 2 §2, /shipstation). */
export function ShipstationPage() {
  const { t } = useTranslation('integrations');
  const { data: integration, isPending } = useShipstationIntegration();
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
            {integration ? <ShipstationSummary integration={integration} /> : <ShipstationForm />}
          </OwnerOnly>
        )}
      </Paper>
    </Stack>
  );
}
