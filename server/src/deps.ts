import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { MarketingForm } from './contact/marketing-form.ts';
import type { Database } from './db/database.ts';
import type { ReadOrders } from './db/replica.ts';
import type { LogoSource } from './logos/logo-source.ts';
import type { MailTransport } from './mail/smtp-transport.ts';
import type { OrderChanges } from './orders/order-changes.ts';
import type { PhotoStore } from './photos/photo-store.ts';
import type { Places } from './places/places.ts';
import type { Tariffs } from './rates/tariff.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { Identity } from './sessions/identity.ts';
import type { ShopPlatform } from './shop/shop-platform.ts';

export interface Deps {
  db: Database;
  /** Lists, counts, searches and exports: a replica may answer. */
  readOrders: ReadOrders;
  clock: Clock;
  log: Logger;
  /** Encrypts what the database keeps of secrets. */
  secrets: Secrets;
  identity: Identity;
  places: Places;
  tariffs: Tariffs;
  orderChanges: OrderChanges;
  photos: PhotoStore;
  logos: LogoSource;
  /** Undefined where shops cannot be linked. */
  shopPlatform: ShopPlatform | undefined;
  /** Undefined where mails stay in the outbox (`/dev/mail`). */
  mail: MailTransport | undefined;
  salesEmail: string;
  /** Takes messages to Sales, too; undefined where not configured. */
  marketingForm: MarketingForm | undefined;
  /** Absolute, for mails. */
  portalUrl: string;
  /** Absolute, for labels. */
  trackingUrl: string;
}
