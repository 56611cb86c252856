import { Radio, Stack, Text } from '@mantine/core';
import type { FulfillmentChoices } from '@portage/contract/shop/shop';
import { useTranslation } from '../i18n/i18n.ts';

interface LocationChoiceProps {
  readonly choices: Pick<FulfillmentChoices, 'locations' | 'shipsFrom'>;
  readonly value: string;
  readonly onChange: (locationId: string) => void;
}

/** Locations to fulfill from; marks those assigned by the shop. */
export function LocationChoice({ choices, ...control }: LocationChoiceProps) {
  const { t } = useTranslation('shop');
  const { locations, shipsFrom } = choices;
  return (
    <Radio.Group label={t('location.label')} {...control}>
      <Stack gap="xs" mt="xs">
        {locations.map(({ id, name, address1, city }) => {
          const address = [address1, city].filter(Boolean).join(', ');
          const assigned = shipsFrom.includes(id) && t('location.assigned');
          const description = [address, assigned].filter(Boolean).join(' · ');
          return <Radio key={id} value={id} label={name} description={description} />;
        })}
        {locations.length === 0 && <Text>{t('location.none')}</Text>}
      </Stack>
    </Radio.Group>
  );
}
