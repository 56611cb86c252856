import type { ReactNode } from 'react';
import { exactStatusName, orderCan } from '@portage/contract/orders/order-status';
import { type Order, summaryOf } from '@portage/contract/orders/orders';
import { deliveryTypeNames } from '@portage/contract/orders/packages';
import { formatPhone } from '@portage/contract/phone';
import { rateWords } from '@portage/contract/rates/rate-words';
import { deliveryServiceNames, serviceNames } from '@portage/contract/rates/rates';
import { useTranslation } from '../i18n/i18n.ts';
import type { Format } from '../lib/format.ts';
import { useFeatureFlag } from '../lib/merchant.ts';
import { Timestamp } from '../lib/Timestamp.tsx';
import { useShowPhotos } from '../lib/use-on-device.ts';
import { estimateOf, originalPromiseOf, useOrderFormat } from '../order/order-promise.ts';
import { OrderStatusBadge } from '../order/OrderStatusBadge.tsx';
import { CopyText } from '../ui/CopyText.tsx';
import { keyed } from '../ui/keyed.ts';
import { EditableGroup } from './edit/EditableGroup.tsx';
import classes from './OrderDetail.module.css';
import {
  photosOfTask,
  EventPhotos,
  PhotosOfEvents,
  usePhotoLinks,
} from './tracking/OrderTracking.tsx';

interface FactProps {
  readonly term: string;
  readonly translate?: 'no';
  readonly children: ReactNode;
}

/** Within a `<dl>`; hidden without a value. */
export function Fact({ term, translate, children }: FactProps) {
  if (!children) return null;
  return (
    <div className={classes['fact']}>
      <dt>{term}</dt>
      <dd translate={translate}>{children}</dd>
    </div>
  );
}

export function PhoneFact({ phone }: { readonly phone: string | undefined }) {
  const { t } = useTranslation('orderDetail');
  return (
    <Fact term={t('field.recipient.phone')}>
      {phone && <a href={`tel:${phone}`}>{formatPhone(phone)}</a>}
    </Fact>
  );
}

export function IdentityFacts({ order }: { readonly order: Order }) {
  const { t, locale } = useTranslation(['orderDetail', 'orders']);
  const format = useOrderFormat(order);
  // Only merchants with heavy orders have types (spec 1 §6).
  const showsDeliveryType = useFeatureFlag();
  return (
    <div>
      <h2>{t('group.order')}</h2>
      <dl className={classes['list']}>
        <Fact term={t('orders:column.status')}>
          <OrderStatusBadge status={order.orderStatus} locale={locale} />{' '}
          {exactStatusName(order.orderStatus, locale)}
        </Fact>
        <Fact term={t('orders:detail.failureNotes')}>{order.failureNotes}</Fact>
        <Fact term={t('orders:detail.trackingNumber')}>
          <CopyText text={order.trackingNumber} label={t('orders:detail.copyTrackingNumber')} />
        </Fact>
        <Fact term={t('orders:column.reference')}>
          {order.refNumber && <CopyText text={order.refNumber} label={t('copy.reference')} />}
        </Fact>
        <Fact term={t('displayName')} translate="no">
          {order.merchantDisplayName}
        </Fact>
        <Fact term={t('orders:detail.deliveryType')}>
          {showsDeliveryType && deliveryTypeNames[order.deliveryType][locale]}
        </Fact>
        <Fact term={t('orders:column.placedOn')}>
          <Timestamp at={order.createdAt} format={format} />
        </Fact>
      </dl>
      <details className={classes['more']}>
        <summary>{t('moreFacts')}</summary>
        <dl className={classes['list']}>
          <Fact term={t('createdBy')}>{order.createdBy}</Fact>
          <Fact term={t('sourceName')}>{t(`source.${order.source}`)}</Fact>
          <Fact term={t('modified')}>
            <Timestamp at={order.modified} format={format} />
          </Fact>
          <Fact term={t('orderId')}>
            <CopyText text={order.id} label={t('copy.orderId')} />
          </Fact>
          <Fact term={t('merchantId')}>
            <CopyText text={order.merchantId} label={t('copy.merchantId')} />
          </Fact>
        </dl>
      </details>
    </div>
  );
}

/** Shows tasks and the drivers' photos. */
function OrderTasks({ order }: { readonly order: Order }) {
  const { t } = useTranslation('orderDetail');
  const format = useOrderFormat(order);
  const [showsPhotos] = useShowPhotos();
  const links = usePhotoLinks(order, showsPhotos);
  const { tasks } = order;
  const photos = tasks.flatMap(photosOfTask);
  return (
    <div>
      <h2>{t('group.tasks')}</h2>
      <ul className={classes['plain']}>
        {tasks.map((task) => (
          <li key={task.id}>
            <strong>{t(`task.type.${task.taskType}`)}</strong>{' '}
            <span className={classes['code']} title={task.id}>
              {task.shortId}
            </span>
            {' · '}
            {t(`task.status.${task.taskStatus}`)}
            {task.completedAt !== undefined && (
              <>
                {' · '}
                <Timestamp at={task.completedAt} format={format} />
              </>
            )}
            {task.completionNotes && (
              <span className={classes['aside']}>{task.completionNotes}</span>
            )}
            {showsPhotos && (
              <EventPhotos photos={photosOfTask(task)} addressOfPhoto={links.addressOfPhoto} />
            )}
          </li>
        ))}
      </ul>
      {photos.length > 0 && <PhotosOfEvents photos={photos} links={links} />}
    </div>
  );
}

/** Nothing without any. */
export function CarrierFacts({ order }: { readonly order: Order }) {
  const { t } = useTranslation('orderDetail');
  const format = useOrderFormat(order);
  const { dispatcher, timeChangeEvents, otherScans, tasks } = order;
  const hasFacts = Boolean(dispatcher) || timeChangeEvents.length > 0 || otherScans.length > 0;
  if (!hasFacts && tasks.length === 0) return null;
  return (
    <div className={classes['stack']}>
      {hasFacts && (
        <div>
          <h2>{t('group.carrier')}</h2>
          <dl className={classes['list']}>
            <Fact term={t('dispatcher')}>{dispatcher}</Fact>
            {keyed(timeChangeEvents, ({ timestamp }) => String(timestamp)).map(({ item, key }) => (
              <TimeChange key={key} event={item} format={format} />
            ))}
            <Fact term={t('otherScans', { count: otherScans.length })}>
              {otherScans.length > 0 && (
                <ul className={classes['plain']}>
                  {keyed(otherScans, ({ time }) => String(time)).map(({ item, key }) => (
                    <li key={key}>
                      <Timestamp at={item.time} format={format} />
                    </li>
                  ))}
                </ul>
              )}
            </Fact>
          </dl>
        </div>
      )}
      {tasks.length > 0 && <OrderTasks order={order} />}
    </div>
  );
}

interface TimeChangeProps {
  readonly event: Order['timeChangeEvents'][number];
  readonly format: Format;
}

function TimeChange({ event, format }: TimeChangeProps) {
  const { t } = useTranslation('orderDetail');
  const { timestamp, externalNotes, showExternalNotes } = event;
  return (
    <Fact term={t('timeChange')}>
      {timestamp !== undefined && <Timestamp at={timestamp} format={format} />}
      {timestamp !== undefined && externalNotes && ' – '}
      {externalNotes}
      {externalNotes && (
        <span className={classes['aside']}>
          {t(showExternalNotes ? 'noteShown' : 'noteHidden')}
        </span>
      )}
    </Fact>
  );
}

export function DeliveryFacts({ order }: { readonly order: Order }) {
  const { t, locale } = useTranslation(['orderDetail', 'orders']);
  const format = useOrderFormat(order);
  // Offered to merchants with heavy orders (spec 1 §6).
  const canChooseDeliveryService = useFeatureFlag();
  const canBeEdited = canChooseDeliveryService || orderCan.chooseService(summaryOf(order));
  const { rateChoice } = order;
  const words = rateChoice && rateWords(rateChoice, locale);
  const timestamp = (at: number | undefined) =>
    at !== undefined && <Timestamp at={at} format={format} />;

  return (
    <EditableGroup
      order={order}
      group="delivery"
      title={t('group.delivery')}
      isOffered={canBeEdited}
    >
      <dl className={classes['list']}>
        <Fact term={t('orders:column.service')}>{serviceNames[order.service][locale]}</Fact>
        <Fact term={t('field.deliveryService')}>
          {deliveryServiceNames[order.deliveryService][locale]}
        </Fact>
        <Fact term={t('orders:detail.price')}>
          {rateChoice
            ? t('orders:detail.beforeTax', {
                price: format.money(rateChoice.price, rateChoice.currency),
              })
            : t('orders:detail.notRated')}
        </Fact>
        <Fact term={t('rate')}>{words && `${words.name} – ${words.description}`}</Fact>
        <Fact term={t('originalPromise')}>{originalPromiseOf(order, format)}</Fact>
        <Fact term={t('estimate')}>{estimateOf(order, format)}</Fact>
        <Fact term={t('orders:detail.signature')}>
          {order.signatureRequired && t('orders:detail.required')}
        </Fact>
        <Fact term={t('orders:detail.minimumAge')}>{order.minimumAge}</Fact>
        <Fact term={t('scanning')}>{order.scanningRequired && t('scanningRequired')}</Fact>
        <Fact term={t('labelPrintedAt')}>{timestamp(order.labelPrintedAt)}</Fact>
        <Fact term={t('pickupReadyAt')}>{timestamp(order.pickupReadyAt)}</Fact>
        <Fact term={t('outForDeliveryAt')}>{timestamp(order.outForDeliveryAt)}</Fact>
        <Fact term={t('orders:column.deliveredOn')}>{timestamp(order.deliveredAt)}</Fact>
        <Fact term={t('failedAt')}>{timestamp(order.failedAt)}</Fact>
      </dl>
    </EditableGroup>
  );
}
