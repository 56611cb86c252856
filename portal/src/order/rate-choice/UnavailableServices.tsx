import { serviceNames } from '@portage/contract/rates/services';
import type { UnavailableService } from '@portage/contract/rates/unavailable-services';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
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
