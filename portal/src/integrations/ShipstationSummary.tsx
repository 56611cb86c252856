import { Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import type { ShipstationIntegration } from '@portage/contract/shipstation';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRemoveShipstation } from './shipstation.ts';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Table.layer.css';

/** How much of an API key is shown, to tell it from others. */
const SHOWN_CHARACTERS = 4;

interface ShipstationSummaryProps {
  readonly integration: ShipstationIntegration;
}

/** How ShipStation is connected, and the button that disconnects it. */
export function ShipstationSummary({ integration }: ShipstationSummaryProps) {
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
