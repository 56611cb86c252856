import {
  SegmentedControl,
  Autocomplete,
  Select,
  Input,
  TagsInput,
  Button,
  Modal,
} from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useId, useState, type ReactNode, lazy, Suspense } from 'react';
import type { Address } from '@portage/contract/addresses/address';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { LONGEST_TAG, MOST_TAGS } from '@portage/contract/orders/new-order';
import { LABEL_STATUSES, type OrderStatus } from '@portage/contract/orders/order-status';
import type { ViewFilter, DayRange } from '@portage/contract/orders/order-views';
import { serviceNames } from '@portage/contract/rates/rates';
import { useTranslation } from '../../i18n/i18n.ts';
import badge from '../../order/OrderStatusBadge.module.css';
import { useIsMobile } from '../../ui/use-is-mobile.ts';
import checkboxes from '../Checkbox.module.css';
import { loadCalendar } from '../load-list-tools.ts';
import { type Days, daysOf } from './day-range.ts';
import calendar from './DayRangePicker.module.css';
import {
  type FilterControlProps,
  type ChangePart,
  useFilterPart,
  DayFilters,
  DeliveryTypeFilter,
  FulfilmentTabs,
} from './filter-controls.tsx';
import classes from './FilterFields.module.css';
import {
  statusWords,
  statusGroups,
  SERVICES,
  STATUSES,
  countInForce,
  searchAlone,
} from './order-filters.ts';
import dialog from './OrderFilters.module.css';

interface FilterDialogProps extends FilterControlProps {
  readonly merchant: Merchant;
  /** `YYYY-MM-DD`, for the merchant. */
  readonly today: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function FilterDialog(props: FilterDialogProps) {
  const { merchant, today, filter, onChange, isOpen, onClose } = props;
  const { t } = useTranslation('orderFilters');
  // A modal that mounts open does not remember the focus.
  const isMounted = useMounted();
  const control = { filter, onChange };
  return (
    <Modal
      opened={isOpen && isMounted}
      onClose={onClose}
      fullScreen
      title={t('name')}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ body: dialog['screen'] ?? '' }}
    >
      {merchant.shopifyShop !== undefined && <FulfilmentTabs {...control} />}
      <DayFilters today={today} {...control} />
      <DeliveryTypeFilter {...control} />
      <FilterFields merchant={merchant} {...control} />
      <div className={dialog['screenEnd']}>
        <Button
          variant="default"
          disabled={countInForce(filter) === 0}
          onClick={() => onChange(searchAlone(filter))}
        >
          {t('clearAll')}
        </Button>
        <Button onClick={onClose}>{t('showOrders')}</Button>
      </div>
    </Modal>
  );
}

const DayRangeCalendar = lazy(async () => ({ default: (await loadCalendar()).DayRangeCalendar }));

/** Spec 1 §2. */
const NAMED_RANGES = ['today', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const;

export interface DayRangeChoicesProps {
  readonly name: 'placed' | 'delivered';
  readonly range: DayRange | undefined;
  /** While no range is chosen. */
  readonly daysByDefault: Days;
  /** `YYYY-MM-DD`, for the merchant. */
  readonly today: string;
  readonly onChange: (range: DayRange | undefined) => void;
}

/** Offers ranges by name, and a calendar. */
export function DayRangeChoices(props: DayRangeChoicesProps) {
  const { name, range, daysByDefault, today, onChange } = props;
  const { t } = useTranslation('orderFilters');
  const isNarrow = useIsMobile();

  const choice = (one: DayRange | undefined) => (
    <button
      key={one ?? 'unchosen'}
      type="button"
      className={calendar['range']}
      aria-pressed={one === range}
      // Escape must not close the filters, too.
      data-mantine-stop-propagation
      data-autofocus={one === range || undefined}
      onClick={() => onChange(one)}
    >
      {one === undefined
        ? t(name === 'placed' ? 'days.lastTwoMonths' : 'days.anyDay')
        : t(`days.${one}` as 'days.all')}
    </button>
  );

  return (
    <>
      <fieldset aria-label={t('days.presets')} className={calendar['ranges']}>
        {choice(undefined)}
        {NAMED_RANGES.map(choice)}
        {name === 'placed' && choice('all')}
      </fieldset>
      <div className={calendar['calendar']}>
        <Suspense>
          <DayRangeCalendar
            days={range === undefined ? daysByDefault : daysOf(range, today)}
            today={today}
            months={isNarrow ? 1 : 2}
            onChoose={onChange}
          />
        </Suspense>
      </div>
    </>
  );
}

interface ChoiceProps {
  readonly isChosen: boolean;
  /** Shows that some of its values are chosen. */
  readonly isPartly?: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly children: ReactNode;
}

/** Plain, since dozens are drawn at every choice. */
function Choice({ isChosen, isPartly = false, onChoose, children }: ChoiceProps) {
  return (
    <label className={classes['choice']}>
      <input
        type="checkbox"
        className={checkboxes['box']}
        checked={isChosen}
        ref={(box) => {
          if (box) box.indeterminate = isPartly;
        }}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      {children}
    </label>
  );
}

/** Separates tags in addresses and calls. */
const DIVIDER = ',';

interface FieldProps {
  readonly merchant: Merchant;
  readonly onChange: ChangePart;
}

type TagsFilterProps = FieldProps & Pick<ViewFilter, 'tags' | 'withoutTags'>;

/** Any of some tags, or none of them. */
function TagsFilter({ merchant, tags, withoutTags, onChange }: TagsFilterProps) {
  const { t } = useTranslation('orderFilters');
  const id = useId();

  function choose(typed: readonly string[]): void {
    const trimmed = typed.flatMap((one) => one.split(DIVIDER)).map((tag) => tag.trim());
    const chosen = [...new Set(trimmed)].filter((tag) => tag !== '').slice(0, MOST_TAGS);
    onChange({ tags: chosen.length > 0 ? chosen : undefined });
  }

  return (
    <div>
      <div className={classes['tagsHead']}>
        <Input.Label htmlFor={id}>{t('filter.tags')}</Input.Label>
        <SegmentedControl
          size="xs"
          aria-label={t('tags.mode')}
          value={withoutTags ? 'without' : 'with'}
          onChange={(mode) => onChange({ withoutTags: mode === 'without' ? true : undefined })}
          data={[
            { value: 'with', label: t('tags.with') },
            { value: 'without', label: t('tags.without') },
          ]}
        />
      </div>
      <TagsInput
        id={id}
        classNames={{ input: classes['tagsInput'] ?? '' }}
        placeholder={tags ? undefined : t('tags.placeholder')}
        data={merchant.orderTags.filter((tag) => !tag.includes(DIVIDER))}
        comboboxProps={{ withinPortal: false, keepMounted: false }}
        splitChars={[DIVIDER]}
        maxTags={MOST_TAGS}
        maxLength={LONGEST_TAG}
        value={tags ?? []}
        onChange={choose}
      />
    </div>
  );
}

type StatusFilterProps = Pick<FieldProps, 'onChange'> & Pick<ViewFilter, 'status'>;

/** One by one or by group, in the badge's color. */
function StatusFilter({ status: inForce, onChange }: StatusFilterProps) {
  const { t, locale } = useTranslation('orderFilters');
  const chosen = new Set(inForce);

  function choose(statuses: readonly OrderStatus[], isChosen: boolean): void {
    const status = STATUSES.filter((one) => (statuses.includes(one) ? isChosen : chosen.has(one)));
    onChange({ status: status.length > 0 ? status : undefined });
  }

  return (
    <fieldset className={classes['fieldset']}>
      <legend className={classes['legend']}>{t('filter.status')}</legend>
      {statusGroups.map(({ group, statuses }) => {
        const count = statuses.filter((status) => chosen.has(status)).length;
        return (
          <div key={group} className={classes['group']}>
            {statuses.length > 1 ? (
              <Choice
                isChosen={count === statuses.length}
                isPartly={count > 0 && count < statuses.length}
                onChoose={(isChosen) => choose(statuses, isChosen)}
              >
                {t(`statusGroup.${group}`)}
              </Choice>
            ) : (
              <span className={classes['groupName']}>{t(`statusGroup.${group}`)}</span>
            )}
            <div className={classes['choices']}>
              {statuses.map((status) => (
                <Choice
                  key={status}
                  isChosen={chosen.has(status)}
                  onChoose={(isChosen) => choose([status], isChosen)}
                >
                  <span className={badge['badge']} data-group={group}>
                    {statusWords(status, { t, locale })}
                  </span>
                </Choice>
              ))}
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}

/** Offers the locations by postal code. */
function OriginFilter({ merchant, origin, onChange }: FieldProps & Pick<ViewFilter, 'origin'>) {
  const { t } = useTranslation('orderFilters');
  const locations = [merchant.merchantLocation, ...merchant.additionalLocations];
  const byPostalCode = new Map(locations.map((location) => [location.postalCode, location]));
  const options = [...byPostalCode].map(([value, location]) => ({
    value,
    label: lineOf(location),
  }));
  // Shared addresses may name closed locations.
  if (origin !== undefined && !byPostalCode.has(origin)) {
    options.push({ value: origin, label: origin });
  }
  return (
    <Select
      label={t('filter.origin')}
      placeholder={t('origin.any')}
      data={options}
      comboboxProps={{ withinPortal: false, keepMounted: false }}
      clearable
      clearButtonProps={{ 'aria-label': t('clear') }}
      value={origin ?? null}
      onChange={(chosen) => onChange({ origin: chosen ?? undefined })}
    />
  );
}

const lineOf = ({ street, postalCode }: Address) => `${street}, ${postalCode}`;

/** The merchant's, or any other that is typed. */
function DisplayNameFilter(props: FieldProps & Pick<ViewFilter, 'displayName'>) {
  const { merchant, displayName, onChange } = props;
  const { t } = useTranslation('orderFilters');
  const inForce = displayName ?? '';
  const [kept, setKept] = useState({ inForce, typed: inForce });
  // Back, or removing the filter, changes the text.
  const { typed } = kept.inForce === inForce ? kept : { typed: inForce };

  function choose(name: string): void {
    const chosen = name.trim();
    setKept({ inForce: chosen, typed: chosen });
    if (chosen !== inForce) onChange({ displayName: chosen || undefined });
  }

  const names = merchant.merchantDisplayLogoUrls.map(({ name }) => name);
  return (
    <Autocomplete
      label={t('filter.displayName')}
      placeholder={t('displayName.any')}
      data={[...new Set(names)]}
      comboboxProps={{ withinPortal: false, keepMounted: false }}
      maxLength={200}
      clearable
      clearButtonProps={{ 'aria-label': t('clear') }}
      value={typed}
      onChange={(text) => setKept({ inForce, typed: text })}
      onOptionSubmit={choose}
      onClear={() => choose('')}
      onBlur={() => choose(typed)}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing) choose(typed);
      }}
    />
  );
}

interface ChoicesProps<Value extends string> {
  readonly name: string;
  /** In the sequence of the address. */
  readonly options: readonly Value[];
  readonly inForce: readonly Value[] | undefined;
  readonly nameOf: (value: Value) => string;
  /** Undefined for none. */
  readonly onChange: (chosen: Value[] | undefined) => void;
}

function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { name, options, inForce, nameOf, onChange } = props;
  const chosen = new Set(inForce);

  function choose(value: Value, isChosen: boolean): void {
    const next = options.filter((one) => (one === value ? isChosen : chosen.has(one)));
    onChange(next.length > 0 ? next : undefined);
  }

  return (
    <fieldset className={classes['fieldset']}>
      <legend className={classes['legend']}>{name}</legend>
      <div className={classes['choices']}>
        {options.map((value) => (
          <Choice
            key={value}
            isChosen={chosen.has(value)}
            onChoose={(isChosen) => choose(value, isChosen)}
          >
            {nameOf(value)}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}

interface FilterFieldsProps extends FilterControlProps {
  readonly merchant: Merchant;
}

/** Applies each change at once (spec 1 §2). */
export function FilterFields({ merchant, filter, onChange }: FilterFieldsProps) {
  const { t, locale } = useTranslation('orderFilters');
  const change = useFilterPart({ filter, onChange });
  const { status, labels, service, business, tags, withoutTags, displayName, origin } = filter;
  return (
    <div className={classes['fields']}>
      <StatusFilter status={status} onChange={change} />
      <Choices
        name={t('filter.service')}
        options={SERVICES}
        inForce={service}
        nameOf={(one) => serviceNames[one][locale]}
        onChange={(chosen) => change({ service: chosen })}
      />
      <div className={classes['beside']}>
        <Choices
          name={t('filter.labels')}
          options={LABEL_STATUSES}
          inForce={labels}
          nameOf={(one) => t(`labels.${one}`)}
          onChange={(chosen) => change({ labels: chosen })}
        />
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

const BUSINESS = { any: undefined, yes: true, no: false } as const;
const BUSINESS_CHOICES = ['any', 'yes', 'no'] as const;

type BusinessFilterProps = Pick<FieldProps, 'onChange'> & Pick<ViewFilter, 'business'>;

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
