import { z } from 'zod';
import { endpoint, namedObject } from '../endpoint.ts';
import { ErrorCode } from '../errors.ts';
import { longText, requiredText } from '../text.ts';
import { DAY, MINUTE, Timestamp } from '../time.ts';
import { CarrierStatus, OrderStatus } from './order-status.ts';
import { Task } from './orders.ts';
import { PHOTO_MEDIA_TYPES } from './photos.ts';

export const MOST_EVENTS = 500;

/** Milliseconds that the carrier's clocks may be ahead. */
export const CLOCK_TOLERANCE = 5 * MINUTE;

/** Milliseconds after which an event is too old to report. */
export const REPORTABLE_FOR = 60 * DAY;

const Photos = z.array(z.uuid().toLowerCase()).max(10).optional();

const eventShape = {
  id: requiredText(100).describe('The carrier’s id of the event; a repeated one is ignored.'),
  trackingNumber: requiredText(30).describe('Of the order, or of one of its packages.'),
  at: Timestamp.describe('Time of the event.'),
  labelVersion: z
    .int()
    .min(1)
    .optional()
    .describe('Of the label that was scanned: `v` in the link of its QR code.'),
};

const StatusEvent = z.object({
  ...eventShape,
  type: z.literal('STATUS'),
  status: CarrierStatus,
  city: requiredText(100).optional().describe('City of the event.'),
  notes: longText(2000).optional().describe('Why a delivery failed.'),
  verificationPhotos: Photos.describe('Ids of photos that prove the delivery.'),
  signaturePhotos: Photos.describe('Ids of pictures of the signature.'),
});

/** A scan of the order's own number names no package. */
const ScanReported = z.object({
  ...eventShape,
  type: z.literal('SCAN'),
  city: requiredText(100).optional().describe('City of the event.'),
});

const TimeChange = z.object({
  ...eventShape,
  type: z.literal('TIME_CHANGE'),
  window: z
    .object({ start: Timestamp, end: Timestamp })
    .refine(({ start, end }) => start < end, { error: 'windowOrder', path: ['end'] })
    .describe('The new delivery window.'),
  externalNotes: longText(500).describe('Why.'),
  showExternalNotes: z.boolean().describe('True if the recipient may read the reason.'),
});

const TaskReported = z.object({
  ...eventShape,
  type: z.literal('TASK'),
  task: z.object({
    id: requiredText(100).describe('Of the route system; a task that is known is replaced.'),
    shortId: requiredText(50).describe('Short id that drivers and dispatchers use.'),
    taskType: Task.shape.taskType,
    taskStatus: Task.shape.taskStatus,
    completedAt: Timestamp.optional().describe('Time of completion.'),
    completionNotes: longText(2000).optional().describe('Notes of the driver.'),
    completionPhotos: Photos.describe('Ids of photos the driver took.'),
  }),
});

export const CarrierEvent = z
  .discriminatedUnion('type', [StatusEvent, ScanReported, TimeChange, TaskReported])
  .meta({ id: 'CarrierEvent' });
export type CarrierEvent = z.infer<typeof CarrierEvent>;

/** Several times what a journey of 99 packages needs. */
export const MOST_EVENTS_KEPT = 5000;

export type CarrierEventOf<Type extends CarrierEvent['type']> = Extract<
  CarrierEvent,
  { type: Type }
>;

/**
 * `applied`: the status changed. `recorded`: kept in the timeline only. `duplicate`: seen before.
 * `refused`: discarded, see `code`; after `busy`, `not_ready` and `internal_error` send it again.
 */
export const CarrierEventOutcome = namedObject('CarrierEventOutcome', {
  id: z.string().describe('Of the event.'),
  result: z.enum(['applied', 'recorded', 'duplicate', 'refused']),
  status: OrderStatus.optional().describe('Of the order now; missing when it is refused.'),
  code: ErrorCode.optional(),
  message: z.string().optional().describe('The same in the language of the request.'),
  labelSuperseded: z
    .literal(true)
    .optional()
    .describe('The scanned label is of an old version: what it says is not what holds now.'),
});
export type CarrierEventOutcome = z.infer<typeof CarrierEventOutcome>;

/** Several times what a journey of 99 packages needs. */
export const MOST_PHOTOS = 1000;

export const LARGEST_PHOTO = 8 * 1024 * 1024;

/** Millions; a small file can unfold beyond memory. */
export const MOST_MEGAPIXELS = 50;

/** Calls with a carrier key as bearer token. */
export const carrierEndpoints = {
  reportEvents: endpoint('POST /carrier/events', {
    summary: `Tell what happened to orders, up to ${MOST_EVENTS} events in one call, in any sequence`,
    mayCall: 'carrier',
    body: z.object({ events: z.array(CarrierEvent).min(1).max(MOST_EVENTS) }),
    response: z.object({
      outcomes: z.array(CarrierEventOutcome).describe('One an event, in their sequence.'),
    }),
    errors: ['busy'],
  }),
  uploadPhoto: endpoint('POST /carrier/photos', {
    summary: 'Upload a photo of an order, to be named in events',
    mayCall: 'carrier',
    query: z.object({ trackingNumber: requiredText(30).describe('Of the order or a package.') }),
    body: { mediaTypes: PHOTO_MEDIA_TYPES, maxBytes: LARGEST_PHOTO },
    status: 201,
    response: z.object({ id: z.uuid().describe('By which events name the photo.') }),
    errors: [
      'tracking_number_unknown',
      'order_deleted',
      'too_many_photos',
      'photo_unsupported',
      'photos_unavailable',
      'busy',
    ],
  }),
};
