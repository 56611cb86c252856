import { Radio, Stack } from '@mantine/core';
import type { Rate } from '@portage/contract/rates/rates';
import { Service, serviceNames } from '@portage/contract/rates/services';
import type { UnavailableService } from '@portage/contract/rates/unavailable-services';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { useFormat } from '../../lib/use-format.ts';
import { ChoiceCard } from '../../ui/ChoiceCard.tsx';
import { dayText } from './WindowPicker.tsx';
import classes from './UnavailableServices.module.css';

interface UnavailableServicesProps {
  readonly unavailable: readonly UnavailableService[];
}

/** The services that have no rate, each with the reason; those with the same reason together. */
export function UnavailableServices({ unavailable }: UnavailableServicesProps) {
  const { t } = useTranslation('rateChoice');
  const locale = useLocale();
  if (unavailable.length === 0) return null;
  const byReason = Map.groupBy(unavailable, ({ reason }) => reason);
  return (
    <section aria-label={t('unavailable')}>
      <p className={classes['title']} aria-hidden>
        {t('unavailable')}
      </p>
      <ul className={classes['list']}>
        {[...byReason].map(([reason, services]) => (
          <li key={reason}>
            <span className={classes['names']}>
              {services.map(({ service }) => serviceNames[service][locale]).join(', ')}
            </span>
            <span className={classes['reason']}>{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RateChoiceProps {
  readonly rates: readonly Rate[];
  /** The services without a rate, which are shown with their reasons. */
  readonly unavailable?: readonly UnavailableService[];
  /** The service that is chosen, if it is among the rates. */
  readonly value: Service | null;
  readonly onChange: (service: Service) => void;
  readonly error?: ReactNode;
}

/** One of the rates on offer, each a card with its estimate and price; below, why others are not. */
export function RateChoice(props: RateChoiceProps) {
  const { rates, unavailable = [], value, onChange, error } = props;
  const { t } = useTranslation('rateChoice');
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('service.label')}
        inputWrapperOrder={['label', 'error', 'input']}
        required
        data-path="service"
        value={value}
        onChange={(service) => onChange(Service.parse(service))}
        error={error}
      >
        <Stack gap="xs" my="xs">
          {rates.map((rate) => (
            <RateCard key={rate.service} rate={rate} />
          ))}
        </Stack>
      </Radio.Group>
      <UnavailableServices unavailable={unavailable} />
    </Stack>
  );
}

function RateCard({ rate }: { readonly rate: Rate }) {
  const { t } = useTranslation('rateChoice');
  const locale = useLocale();
  const format = useFormat();
  const day = rate.estimateDay && dayText(rate.estimateDay, locale);
  return (
    <ChoiceCard
      value={rate.service}
      title={rate.name}
      text={day ? `${rate.description} · ${t('service.by', { day })}` : rate.description}
      aside={format.money(rate.price, rate.currency)}
    />
  );
}
