import { Button, Checkbox, Group, NativeSelect, Paper, Radio, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Ref, useRef, useState } from 'react';
import { importProblemText } from '@portage/contract/imports/import-problems';
import { importEndpoints } from '@portage/contract/imports/imports';
import { Service, serviceNames } from '@portage/contract/rates/rates';
import { MINUTE } from '@portage/contract/time';
import { useTranslation } from '../i18n/i18n.ts';
import { ApiError } from '../lib/api-error.ts';
import { callApi } from '../lib/api.ts';
import { newKey } from '../lib/attempt.ts';
import { readAgain } from '../lib/call-query.ts';
import { confirm } from '../lib/confirm.tsx';
import { useFormat } from '../lib/format.ts';
import { notifyError, notifySuccess } from '../lib/notify.tsx';
import { RequestId } from '../lib/RequestId.tsx';
import { paths } from '../paths.ts';
import { Hint } from '../ui/Hint.tsx';
import { pressedOnce, softDisabled } from '../ui/pressed-once.ts';
import type { RemoteBook } from './book/import-book.ts';
import {
  EVERYTHING,
  type ImportChoices,
  type ImportSummary,
  importTotals,
  ordersIn,
  type RepeatUse,
  repeatUses,
} from './book/import-views.ts';
import classes from './BulkImport.module.css';
import { useSummaries } from './import-work.ts';

const UPLOAD_TIMEOUT = 10 * MINUTE;

const isRepeated = (error: unknown) =>
  error instanceof ApiError && error.problem.code === 'import_repeated';

interface SubmitImportProps {
  /** The button, which a key of the grid presses. */
  readonly button: Ref<HTMLButtonElement>;
  readonly book: RemoteBook;
  readonly orders: number;
  readonly choices: ImportChoices;
  /** Called before the page is left. */
  readonly onSubmitted: () => void;
}

/** Starts an import and opens its orders (spec 2 §2); asks first about content imported before. */
function SubmitImport(props: SubmitImportProps) {
  const { button, book, orders, choices, onSubmitted } = props;
  const { t } = useTranslation(['bulkImport', 'errors']);
  const navigate = useNavigate();
  const { orderDetails, orderPackages } = useSummaries();
  const isEmpty = orders === 0;
  // A second attempt after a lost connection must not import the rows twice.
  const key = useRef<string>(undefined);

  async function send({ allowRepeat }: { allowRepeat: boolean }) {
    key.current ??= newKey();
    const options = { idempotencyKey: key.current, patience: UPLOAD_TIMEOUT };
    const query = {
      ...(allowRepeat && { allowRepeat: 'true' as const }),
      ...(choices.confirmed && { confirmed: 'true' as const }),
      attention: choices.createsAttention ? 'create' : 'leaveOut',
    } as const;
    const orderDetailsName = orderDetails?.name ?? '';
    const orderPackagesName = orderPackages?.name ?? '';
    const body = await book.upload();
    if ('rows' in body) {
      const named = { ...body.rows, orderDetailsName, orderPackagesName };
      return callApi(importEndpoints.upload, { query, body: named }, options);
    }
    const form = new FormData();
    form.append('orderDetails', body.files.orderDetails, orderDetailsName);
    form.append('orderPackages', body.files.orderPackages, orderPackagesName);
    return callApi(importEndpoints.create, { query, body: form }, options);
  }

  const { mutate, isPending } = useMutation({
    mutationFn: send,
    async onSuccess({ importId }) {
      notifySuccess({
        title: t('errors:success.orderCsvCreated'),
        message: t('errors:success.orderCsvCreatedDescription'),
      });
      void readAgain(importEndpoints.list);
      onSubmitted();
      await navigate({ to: paths.orders(), search: { import: importId }, ignoreBlocker: true });
    },
    onError(cause) {
      // A different body, or a confirmed repeat, is not the same call.
      key.current = cause instanceof ApiError && cause.problem.status > 0 ? undefined : key.current;
      if (isRepeated(cause)) void askToRepeat();
      else notifyError({ title: t('errors:error.orderCsvCreationFailed'), cause });
    },
  });

  async function askToRepeat(): Promise<void> {
    const isConfirmed = await confirm({
      title: t('repeated.title'),
      text: t('repeated.text'),
      yes: t('repeated.again'),
    });
    if (isConfirmed) mutate({ allowRepeat: true });
  }

  return (
    <Hint label={t('total.nothing')} disabled={!isEmpty}>
      <Button
        ref={button}
        loading={isPending}
        {...softDisabled(isEmpty)}
        {...pressedOnce(() => {
          if (!isEmpty && !isPending) mutate({ allowRepeat: false });
        })}
      >
        {t('total.submit', { count: orders })}
      </Button>
    </Hint>
  );
}

interface ImportTotalsProps {
  readonly summary: ImportSummary;
  readonly choices: ImportChoices;
  readonly onChoose: (choices: ImportChoices) => void;
  readonly onRepeats: (use: RepeatUse) => void;
  readonly onNumber: () => void;
  readonly isReading: boolean;
  readonly onService: (service: Service) => void;
  readonly check: { readonly error: Error | null; readonly refetch: () => unknown };
  readonly submit: Omit<SubmitImportProps, 'orders' | 'choices'>;
}

/** Shows what will be created, the decisions about it, and the button that creates it. */
export function ImportTotals(props: ImportTotalsProps) {
  const { summary, choices, onChoose, onRepeats, check, submit } = props;
  const { t } = useTranslation(['bulkImport', 'common']);
  const { money } = useFormat();
  const { groups, stray, joined, repeats } = summary;
  const { orders, packages, unchecked, cents } = importTotals(groups, choices);
  const creatable = ordersIn(groups);
  const checked = creatable - importTotals(groups, EVERYTHING).unchecked;
  const leftOut = summary.orders - creatable;
  const prices = (['CAD', 'USD'] as const)
    .filter((currency) => cents[currency] !== undefined)
    .map((currency) => money((cents[currency] ?? 0) / 100, currency))
    .join(' + ');
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap="xs" flex={1} miw={260}>
          <div aria-live="polite">
            <Text fw={600}>
              {t('total.orders', { count: orders })}
              {' · '}
              {t('total.packages', { count: packages })}
              {prices !== '' && ' · '}
              {prices !== '' &&
                t(unchecked > 0 ? 'total.pricePart' : 'total.price', { price: prices })}
            </Text>
            {leftOut > 0 && (
              <Text size="sm" c="var(--mantine-color-error)">
                {t('total.leftOut', { count: leftOut })}
              </Text>
            )}
            {stray > 0 && (
              <Text size="sm" c="var(--mantine-color-error)">
                {t('total.stray', { count: stray })}
              </Text>
            )}
            {joined > 0 && <Text size="sm">{t('total.joined', { count: joined })}</Text>}
          </div>
          <Lacking {...props} />
          {repeats.rows > 0 && <Repeats {...repeats} onRepeats={onRepeats} />}
          <Decisions summary={summary} choices={choices} onChoose={onChoose} />
          {(orders < summary.orders || stray > 0) && (
            <Text size="sm" c="dimmed">
              {t('total.leftOutHelp')}
            </Text>
          )}
          {check.error ? (
            <Group gap="xs" role="alert">
              <Text size="sm" c="var(--mantine-color-error)">
                {t('check.serverFailed')}: {check.error.message}
              </Text>
              <Button size="compact-sm" variant="default" onClick={() => check.refetch()}>
                {t('common:tryAgain')}
              </Button>
              <RequestId error={check.error} />
            </Group>
          ) : (
            creatable > 0 && (
              <Text size="sm" c="dimmed">
                {checked < creatable
                  ? t('check.server', { checked, total: creatable })
                  : t('check.serverDone')}
              </Text>
            )
          )}
        </Stack>
        <SubmitImport {...submit} orders={orders} choices={choices} />
      </Group>
    </Paper>
  );
}

/** Fills a column of all orders that lack it. */
function Lacking({ summary, onNumber, onService, isReading }: ImportTotalsProps) {
  const { t, locale } = useTranslation('bulkImport');
  const { unnumbered, withoutService } = summary;
  return (
    <>
      {unnumbered > 0 && (
        <Group gap="xs">
          <Text size="sm">{t('lacking.reference', { count: unnumbered })}</Text>
          <Button size="compact-sm" variant="default" loading={isReading} onClick={onNumber}>
            {t('lacking.number', { count: unnumbered })}
          </Button>
        </Group>
      )}
      {withoutService > 0 && (
        <NativeSelect
          size="sm"
          maw={320}
          label={t('lacking.service', { count: withoutService })}
          data={[
            { value: '', label: t('lacking.choose', { count: withoutService }) },
            ...Service.options.map((value) => ({ value, label: serviceNames[value][locale] })),
          ]}
          value=""
          onChange={(event) => onService(Service.parse(event.currentTarget.value))}
        />
      )}
    </>
  );
}

interface RepeatsProps extends Pick<ImportTotalsProps, 'onRepeats'> {
  readonly rows: number;
  readonly use: RepeatUse;
}

function Repeats({ rows, use: before, onRepeats }: RepeatsProps) {
  const { t } = useTranslation('bulkImport');
  // A large file is read again for a while.
  const [chosen, setChosen] = useState(before);
  return (
    <Radio.Group
      label={t('repeats.label', { count: rows })}
      value={chosen}
      onChange={(use) => {
        setChosen(use);
        onRepeats(use);
      }}
    >
      <Group gap="md" mt={4}>
        {repeatUses.map((use) => (
          <Radio key={use} value={use} label={t(`repeats.${use}`, { count: rows })} />
        ))}
      </Group>
    </Radio.Group>
  );
}

/** Counts further changes instead of naming them. */
const NAMED_CHANGES = 4;

/** Confirms changed meanings and orders that need attention. */
function Decisions({
  summary: { groups, changes },
  choices,
  onChoose,
}: Pick<ImportTotalsProps, 'summary' | 'choices' | 'onChoose'>) {
  const { t, locale } = useTranslation('bulkImport');
  const toConfirm = ordersIn(groups, 'toConfirm');
  const attention = ordersIn(groups, 'attention');
  const inBoth = ordersIn(groups.filter((group) => group.toConfirm && group.attention));
  const more = changes.length - NAMED_CHANGES;
  return (
    <>
      {toConfirm > 0 && (
        <Checkbox
          checked={choices.confirmed}
          onChange={(event) => onChoose({ ...choices, confirmed: event.currentTarget.checked })}
          label={t('decide.confirm', { count: toConfirm })}
          description={
            <>
              {changes.slice(0, NAMED_CHANGES).map(({ problem, orders }) => (
                <span key={JSON.stringify(problem)} className={classes['change']}>
                  {t('decide.change', {
                    count: orders,
                    text: importProblemText(problem, locale),
                  })}
                </span>
              ))}
              {more > 0 && (
                <span className={classes['change']}>
                  {t('decide.moreChanges', { count: more })}
                </span>
              )}
            </>
          }
        />
      )}
      {attention > 0 && (
        <Checkbox
          checked={choices.createsAttention}
          onChange={(event) =>
            onChoose({ ...choices, createsAttention: event.currentTarget.checked })
          }
          label={t('decide.attention', { count: attention })}
          description={t('decide.attentionHelp')}
        />
      )}
      {inBoth > 0 && choices.confirmed !== choices.createsAttention && (
        <Text size="sm">{t('decide.both', { count: inBoth })}</Text>
      )}
    </>
  );
}
