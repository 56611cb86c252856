import { Button, Text, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  merchantChangeEndpoints,
  type NewException,
} from '@portage/contract/merchants/merchant-changes';
import type { Merchant } from '@portage/contract/merchants/merchants';
import { promisedOrderEndpoints } from '@portage/contract/orders/promised-orders';
import { clockText } from '@portage/contract/time';
import { useTranslation } from '../i18n/i18n.ts';
import { callApi } from '../lib/api.ts';
import { callQuery } from '../lib/call-query.ts';
import { dayIn, serverTime } from '../lib/clock.ts';
import { refusedFields } from '../lib/field-message.ts';
import { useFormat } from '../lib/format.ts';
import { useCalendar } from '../lib/use-calendar.ts';
import { useProfileChange } from '../lib/use-profile-change.tsx';
import { paths } from '../paths.ts';
import { LinkAnchor } from '../ui/links.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import classes from './ProfileTable.module.css';
import { RemovableRows } from './RemovableRows.tsx';

/** Lists deliveries of that day, which the exception does not move. */
function PromisedOrders({ date }: { readonly date: string }) {
  const { t } = useTranslation('merchant');
  const { data } = useQuery(callQuery(promisedOrderEndpoints.list, { query: { date } }));
  if (!data) return undefined;
  const { orders, isComplete } = data;
  const count = orders.length;
  return (
    <div>
      <Text size="sm" mt="sm" aria-live="polite">
        {count === 0
          ? t('exceptions.promisedNone')
          : t(isComplete ? 'exceptions.promised' : 'exceptions.promisedMore', { count })}
      </Text>
      {count > 0 && (
        <ul className={classes['orders']}>
          {orders.map(({ id, recipientName, trackingNumber }) => (
            <li key={id}>
              <LinkAnchor size="sm" to={paths.order()} params={{ id }}>
                {recipientName}
              </LinkAnchor>{' '}
              <Text span size="sm" c="dimmed">
                {trackingNumber}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const { addException, removeException } = merchantChangeEndpoints;
const add = (body: NewException) => callApi(addException, { body });
const remove = ({ date }: NewException) => callApi(removeException, { query: { date } });

/** Lists exceptions from today on (spec 2 §2). */
export function ExceptionsSection({ merchant }: { readonly merchant: Merchant }) {
  const { t } = useTranslation('merchant');
  const [date, setDate] = useState('');
  const today = dayIn(merchant.timeZone, serverTime());
  const { exceptions } = merchant.deliveryConstraintsByWeek;
  const coming = exceptions.filter((one) => one.date >= today);
  return (
    <ProfileSection id="exceptions" title={t('exceptions.title')} text={t('exceptions.text')}>
      <div className={classes['columns']}>
        <ExceptionCalendar exceptions={coming} today={today} date={date} onChoose={setDate} />
        <AddException today={today} date={date} onChoose={setDate} />
      </div>
      {coming.length === 0 ? (
        <Text size="sm">{t('exceptions.none')}</Text>
      ) : (
        <ExceptionTable exceptions={coming} />
      )}
    </ProfileSection>
  );
}

interface ExceptionCalendarProps {
  readonly exceptions: readonly NewException[];
  readonly today: string;
  /** Empty for none. */
  readonly date: string;
  readonly onChoose: (date: string) => void;
}

function ExceptionCalendar({ exceptions, today, date, onChoose }: ExceptionCalendarProps) {
  const { t } = useTranslation('merchant');
  const { getDayAriaLabel: nameOf, ...calendar } = useCalendar();
  const marked = new Set(exceptions.map((one) => one.date));
  return (
    <div>
      <DatePicker
        {...calendar}
        value={date === '' ? null : date}
        onChange={(chosen) => onChoose(chosen ?? '')}
        allowDeselect
        minDate={today}
        getDayAriaLabel={(day) =>
          marked.has(day) ? `${nameOf(day)}, ${t('exceptions.chosen')}` : nameOf(day)
        }
        getDayProps={(day) => ({
          'data-exception': marked.has(day) || undefined,
          'aria-current': day === today ? 'date' : undefined,
        })}
        renderDay={(day) => (
          <Text span inherit {...(marked.has(day) && { td: 'line-through', fw: 700 })}>
            {Number(day.slice(-2))}
          </Text>
        )}
      />
    </div>
  );
}

interface AddExceptionProps {
  readonly today: string;
  readonly date: string;
  readonly onChoose: (date: string) => void;
}

function AddException({ today, date, onChoose }: AddExceptionProps) {
  const { t } = useTranslation(['merchant', 'errors']);
  const [cutoffTime, setCutoffTime] = useState('');
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error } = useProfileChange({
    send: add,
    undo: remove,
    done: () => t('errors:success.exceptionCreated'),
    failed: t('errors:error.couldNotCreateException'),
  });

  function refuse(message: string): void {
    setProblem(message);
    field.current?.focus();
  }

  function submit(): void {
    if (date === '') refuse(`${t('errors:error.fieldsRequired')} ${t('exceptions.date')}`);
    else if (date < today) refuse(t('exceptions.past'));
    else {
      setProblem(undefined);
      const exception = { date, ...(cutoffTime !== '' && { cutoffTime }) };
      mutate(exception, {
        onSuccess: () => {
          onChoose('');
          setCutoffTime('');
        },
      });
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextInput
        ref={field}
        type="date"
        label={t('exceptions.date')}
        required
        min={today}
        maw={240}
        value={date}
        onChange={(event) => {
          onChoose(event.currentTarget.value);
          setProblem(undefined);
        }}
        error={problem ?? refusedFields(error)['date']}
      />
      <TextInput
        type="time"
        label={t('exceptions.cutoff')}
        description={t('exceptions.cutoffHelp')}
        mt="sm"
        maw={240}
        value={cutoffTime}
        onChange={(event) => setCutoffTime(event.currentTarget.value)}
      />
      {date >= today && <PromisedOrders date={date} />}
      <Button type="submit" mt="md" loading={isPending}>
        {t('exceptions.add')}
      </Button>
    </form>
  );
}

function ExceptionTable({ exceptions }: { readonly exceptions: readonly NewException[] }) {
  const { t, locale } = useTranslation(['merchant', 'errors']);
  const format = useFormat();
  const dayOf = ({ date }: NewException) => format.days(date, date);
  return (
    <RemovableRows
      label={t('exceptions.title')}
      columns={[t('exceptions.date'), t('exceptions.cutoff')]}
      rows={exceptions}
      cellsOf={(exception) => [
        dayOf(exception),
        exception.cutoffTime === undefined
          ? t('exceptions.closed')
          : t('exceptions.until', { time: clockText(exception.cutoffTime, locale) }),
      ]}
      removeText={t('exceptions.actions')}
      removeLabel={(exception) => t('exceptions.delete', { date: dayOf(exception) })}
      onRemove={remove}
      onUndo={add}
      removed={t('errors:success.exceptionDeleted')}
      failed={t('errors:error.couldNotDeleteAddress_exception')}
    />
  );
}
