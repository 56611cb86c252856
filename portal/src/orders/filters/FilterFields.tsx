import { SegmentedControl } from '@mantine/core';
import { LABEL_STATUSES } from '@portage/contract/label-status';
import type { Merchant } from '@portage/contract/merchants';
import { type Service, serviceNames } from '@portage/contract/services';
import type { ViewFilter } from '@portage/contract/order-views';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { Choices } from './Choices.tsx';
import { DisplayNameFilter } from './DisplayNameFilter.tsx';
import type { FilterControlProps } from './filter-control.ts';
import classes from './FilterFields.module.css';
import { OriginFilter } from './OriginFilter.tsx';
import { StatusFilter } from './StatusFilter.tsx';
import { TagsFilter } from './TagsFilter.tsx';
import { type ChangePart, useFilterPart } from './use-filter-part.ts';

interface FilterFieldsProps extends FilterControlProps {
  readonly merchant: Merchant;
}

/** The filters that are too many to stand above the list (spec 1 §2); each acts at once. */
export function FilterFields({ merchant, filter, onChange }: FilterFieldsProps) {
  const change = useFilterPart({ filter, onChange });
  const { status, labels, service, business, tags, withoutTags, displayName, origin } = filter;
  return (
    <div className={classes['fields']}>
      <StatusFilter status={status} onChange={change} />
      <ServiceFilter service={service} onChange={change} />
      <div className={classes['beside']}>
        <LabelsFilter labels={labels} onChange={change} />
        <BusinessFilter business={business} onChange={change} />
      </div>
      <TagsFilter merchant={merchant} tags={tags} withoutTags={withoutTags} onChange={change} />
      <div className={classes['pair']}>
        <DisplayNameFilter merchant={merchant} displayName={displayName} onChange={change} />
        <OriginFilter merchant={merchant} origin={origin} onChange={change} />
      </div>
    </div>
  );
}

interface LabelsFilterProps {
  readonly labels: ViewFilter['labels'];
  readonly onChange: ChangePart;
}

function LabelsFilter({ labels: inForce, onChange }: LabelsFilterProps) {
  const { t } = useTranslation('orderFilters');
  return (
    <Choices
      name={t('filter.labels')}
      options={LABEL_STATUSES}
      inForce={inForce}
      nameOf={(status) => t(`labels.${status}`)}
      onChange={(labels) => onChange({ labels })}
    />
  );
}

interface ServiceFilterProps {
  readonly service: ViewFilter['service'];
  readonly onChange: ChangePart;
}

function ServiceFilter({ service: inForce, onChange }: ServiceFilterProps) {
  const { t } = useTranslation('orderFilters');
  const locale = useLocale();
  return (
    <Choices
      name={t('filter.service')}
      options={Object.keys(serviceNames) as Service[]}
      inForce={inForce}
      nameOf={(service) => serviceNames[service][locale]}
      onChange={(service) => onChange({ service })}
    />
  );
}

const BUSINESS = { any: undefined, yes: true, no: false } as const;
const BUSINESS_CHOICES = ['any', 'yes', 'no'] as const;

interface BusinessFilterProps {
  readonly business: ViewFilter['business'];
  readonly onChange: ChangePart;
}

function BusinessFilter({ business, onChange }: BusinessFilterProps) {
  const { t } = useTranslation('orderFilters');
  const id = useId();
  const chosen = BUSINESS_CHOICES.find((choice) => BUSINESS[choice] === business);
  return (
    <div className={classes['line']}>
      <span id={id} className={classes['legend']}>
        {t('filter.business')}
      </span>
      <SegmentedControl
        size="xs"
        aria-labelledby={id}
        value={chosen ?? 'any'}
        onChange={(choice) => onChange({ business: BUSINESS[choice] })}
        data={BUSINESS_CHOICES.map((choice) => ({
          value: choice,
          label: t(`business.${choice}`),
        }))}
      />
    </div>
  );
}
