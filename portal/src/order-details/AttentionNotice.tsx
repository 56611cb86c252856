import { Button, Loader } from '@mantine/core';
import { type AttentionCode, attentionEndpoints, attentionOf } from '@portage/contract/attention';
import { orderEditEndpoints } from '@portage/contract/order-edits';
import type { Order } from '@portage/contract/orders';
import { serviceNames } from '@portage/contract/services';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTransition } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../i18n/use-locale.ts';
import { ApiError } from '../lib/api-error.ts';
import { callApi } from '../lib/api.ts';
import { callQuery } from '../lib/call-query.ts';
import { notifyError, notifySuccess } from '../lib/notify.tsx';
import { updateCachedOrder } from '../order/order-cache.ts';
import { paths } from '../paths.ts';
import type { DetailTab } from './detail-tab.ts';
import type { EditGroup } from './edit/edit-draft.ts';
import { useBeginEdit } from './edit/use-begin-edit.tsx';
import classes from './OrderDetail.module.css';

/** What is edited to solve each problem; the origin of an order cannot be edited. */
const groupToEdit: Readonly<Record<AttentionCode, EditGroup | undefined>> = {
  origin_not_found: undefined,
  postal_code_not_in_province: 'recipient',
  recipient_not_found: 'recipient',
  outside_service_area: 'recipient',
  too_heavy: 'packages',
  no_rate: 'delivery',
  cutoff_passed: 'delivery',
  window_not_offered: 'delivery',
};

/** Where each of those groups is edited. */
const tabOfGroup = {
  recipient: 'addresses',
  packages: 'packages',
  delivery: 'information',
  notes: 'information',
} as const satisfies Record<EditGroup, DetailTab>;

interface AttentionNoticeProps {
  readonly order: Order;
  readonly onTab: (tab: DetailTab) => void;
}

/** Says why an order could not be placed, at the top of its details, and offers to correct it. */
export function AttentionNotice({ order, onTab }: AttentionNoticeProps) {
  const { t } = useTranslation('orderDetail');
  const locale = useLocale();
  const beginEdit = useBeginEdit(order);
  const known = attentionOf(order, locale);
  const attention = callQuery(attentionEndpoints.get, { params: { id: order.id } });
  const { data } = useQuery({
    // The server knows more: what is offered instead. Until it says so, the order itself tells why.
    ...attention,
    queryKey: [...attention.queryKey, order.version, locale],
    enabled: known !== undefined,
  });
  if (!known) return null;

  const { code, reason, correction, services } = data?.attention ?? known;
  const group = groupToEdit[code];
  const names = services?.map((service) => serviceNames[service][locale]);
  return (
    <div className={classes['reprint']} role="note" data-attention={code}>
      <IconAlertTriangle size={20} aria-hidden />
      <p>
        <strong>{t('attention.title')}</strong> {reason}
        {names && names.length > 0 && (
          <> {t('attention.offered', { services: names.join(', '), count: names.length })}</>
        )}
      </p>
      <div className={classes['noticeActions']}>
        {correction && <CorrectProvince order={order} province={correction.province} />}
        {group && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              onTab(tabOfGroup[group]);
              void beginEdit(group);
            }}
          >
            {t(`attention.edit.${group}`)}
          </Button>
        )}
        {code === 'origin_not_found' && (
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => <Link {...props} to={paths.shipFromLocations()} />}
          >
            {t('attention.locations')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Corrects the province in one click. */
function CorrectProvince({
  order,
  province,
}: {
  readonly order: Order;
  readonly province: string;
}) {
  const { t } = useTranslation(['orderDetail', 'errors']);
  const queryClient = useQueryClient();
  const [isSaving, startSaving] = useTransition();

  async function save(): Promise<void> {
    try {
      const saved = await callApi(orderEditEndpoints.edit, {
        params: { id: order.id },
        body: { version: order.version, recipientAddress: { province } },
      });
      updateCachedOrder(queryClient, saved);
      notifySuccess({ about: 'orders', title: t('errors:success.orderUpdated') });
    } catch (cause) {
      const isNowhere = cause instanceof ApiError && cause.problem.code === 'recipient_not_located';
      notifyError({
        title: t('errors:error.couldNotUpdateOrder'),
        ...(isNowhere && { message: t('errors:error.recipientGeocodingError') }),
        cause,
      });
    }
  }

  return (
    <Button
      size="xs"
      leftSection={isSaving && <Loader size={14} color="currentColor" />}
      aria-busy={isSaving}
      onClick={() => {
        if (!isSaving) startSaving(save);
      }}
    >
      {t('attention.correctProvince', { province })}
    </Button>
  );
}
