import { Button, Group, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { Service, serviceNames } from '@portage/contract/services';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import { useFormat } from '../lib/use-format.ts';
import { UnavailableServices } from '../order/rate-choice/UnavailableServices.tsx';
import { ratesTo } from './address-calls.ts';
import classes from './AddressBook.module.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';

interface ServiceChoiceProps {
  /** The destination, by which alone the rates are asked for (spec 2 §2). */
  readonly postalCode: string;
  /** The main location, which the rates are from. */
  readonly origin: string;
  readonly value: Service | '';
  readonly onChange: (service: Service) => void;
  readonly error: string | undefined;
}

/** The services that go to a postal code, each with its price. */
export function ServiceChoice(props: ServiceChoiceProps) {
  const { postalCode, origin, value, onChange, error } = props;
  const { t } = useTranslation('addressBook');
  const locale = useLocale();
  const { money } = useFormat();
  const rates = useQuery(ratesTo(postalCode));
  const isEmpty = rates.data?.rates.length === 0;
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t('order.service')}
        required
        data-path="service"
        value={value === '' ? null : value}
        onChange={(service) => onChange(Service.parse(service))}
        error={error}
      >
        <Stack gap={6} my={6}>
          {rates.data?.rates.map(({ service, price, currency }) => (
            <Group key={service} justify="space-between" wrap="nowrap" gap="sm">
              <Radio
                value={service}
                // A window has to be chosen for it, which the popover does not ask for.
                disabled={service === 'SCHEDULED'}
                label={serviceNames[service][locale]}
                {...(service === 'SCHEDULED' && { description: t('order.needsWindow') })}
              />
              <span className={classes['price']}>{money(price, currency)}</span>
            </Group>
          ))}
          {rates.isPending && <Skeleton height={96} />}
          {isEmpty && (
            <Text size="sm">{t('order.cannotShip', { origin, destination: postalCode })}</Text>
          )}
          {rates.isError && (
            <Group gap="xs">
              <Text size="sm">{t('order.ratesFailed')}</Text>
              <Button size="compact-sm" variant="default" onClick={() => void rates.refetch()}>
                {t('order.retry')}
              </Button>
            </Group>
          )}
        </Stack>
      </Radio.Group>
      <UnavailableServices unavailable={rates.data?.unavailable ?? []} />
    </Stack>
  );
}
