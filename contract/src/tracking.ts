import { z } from 'zod';
import { EpochMillis } from './time.ts';

/**
 * Something that happened to an order or one of its packages (spec 1 §3). In `timelineEvents` it
 * speaks of the order; in `trackingEvents`, of the package whose tracking number it carries.
 */
export const TrackingEvent = z.object({
  event: z.string().describe('What happened; a status change carries the name of the status.'),
  timestamp: EpochMillis,
  trackingNumber: z.string(),
  location: z.object({ city: z.string() }).optional(),
  verificationPhotosUrls: z.array(z.string()).optional(),
  signaturePhotosUrls: z.array(z.string()).optional(),
});
export type TrackingEvent = z.infer<typeof TrackingEvent>;

/** The scans of one package: when and where its barcode was read. */
export const ScanEvent = z.object({
  trackingNumber: z.string(),
  events: z.array(z.object({ time: EpochMillis, location: z.string() })),
});

/** A scan that names no place, such as a driver's at the door. */
export const OtherScan = z.object({ time: EpochMillis });

/** A change of the delivery time, with a note that the recipient may or may not be shown. */
export const TimeChangeEvent = z.object({
  showExternalNotes: z.boolean(),
  externalNotes: z.string(),
});

/** A stop of a driver's route that concerns the order. */
export const Task = z.object({
  id: z.string(),
  shortId: z.string(),
  taskType: z.enum(['PICKUP', 'DROPOFF']),
  taskStatus: z.enum(['ASSIGNED', 'ACTIVE', 'COMPLETED', 'FAILED']),
  completedAt: EpochMillis.optional(),
  completionNotes: z.string().optional(),
  completionPhotosUrl: z.array(z.string()).optional(),
});
