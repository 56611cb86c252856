import { z } from 'zod';
import type { Locale } from '../locale.ts';
import { EpochMillis } from '../time.ts';

/** In `timelineEvents` of the order; in `trackingEvents` of the package it names (spec 1 §3). */
export const TrackingEvent = z.object({
  event: z.string().describe('What happened; a status change carries the name of the status.'),
  timestamp: EpochMillis.describe('When it happened.'),
  trackingNumber: z.string().describe('Of the order, or of the package it happened to.'),
  location: z.object({ city: z.string() }).optional().describe('Where it happened.'),
  verificationPhotosUrls: z
    .array(z.string())
    .optional()
    .describe('Photos that prove the delivery.'),
  signaturePhotosUrls: z.array(z.string()).optional().describe('Pictures of the signature.'),
});
export type TrackingEvent = z.infer<typeof TrackingEvent>;

/** A scan changes no status. */
export const SCANNED = 'SCANNED';
export const scannedName: Readonly<Record<Locale, string>> = {
  en: 'Scanned',
  fr: 'Numérisée',
};

export const ScanEvent = z.object({
  trackingNumber: z.string().describe('Of the package.'),
  events: z
    .array(z.object({ time: EpochMillis, location: z.string() }))
    .describe('The timestamp and place of each scan, oldest first.'),
});

/** A scan that names no place, such as a driver's at the door. */
export const OtherScan = z.object({ time: EpochMillis });

/** The recipient may be shown the note or not. */
export const TimeChangeEvent = z.object({
  timestamp: EpochMillis.optional().describe('When it was changed.'),
  showExternalNotes: z.boolean().describe('Whether the recipient may read the note.'),
  externalNotes: z.string().describe('Why the time changed.'),
});

export const Task = z.object({
  id: z.string().describe('Of the route system.'),
  shortId: z.string().describe('What drivers and dispatchers call it.'),
  taskType: z.enum(['PICKUP', 'DROPOFF']).describe('Whether the order is fetched or brought.'),
  taskStatus: z.enum(['ASSIGNED', 'ACTIVE', 'COMPLETED', 'FAILED']).describe('How far it is.'),
  completedAt: EpochMillis.optional().describe('When it ended.'),
  completionNotes: z.string().optional().describe('What the driver noted.'),
  completionPhotosUrl: z.array(z.string()).optional().describe('Photos the driver took.'),
  reportedAt: EpochMillis.optional().describe('The timestamp of which it tells.'),
});
