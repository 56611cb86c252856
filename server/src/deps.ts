import type { Logger } from 'pino';
import type { Clock } from './clock.ts';
import type { MarketingForm } from './contact/marketing-form.ts';
import type { Database } from './db/database.ts';
import type { LogoSource } from './logos/logo-source.ts';
import type { MailTransport } from './mail/smtp-transport.ts';
import type { OrderChanges } from './orders/order-changes.ts';
import type { PhotoStore } from './photos/photo-store.ts';
import type { Places } from './places/places.ts';
import type { Tariffs } from './rates/tariff.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { ShopPlatform } from './shop/shop-platform.ts';
import type { Identity } from './sessions/identity.ts';

/** Dependencies of use cases: a plain object. */
export interface Deps {
  db: Database;
  clock: Clock;
  log: Logger;
  /** Encrypts what the database keeps of secrets. */
  secrets: Secrets;
  identity: Identity;
  places: Places;
  /** Tariffs by version. */
  tariffs: Tariffs;
  /** Tells of changed orders, of every process. */
  orderChanges: OrderChanges;
  /** Keeps the pictures of photos. */
  photos: PhotoStore;
  /** Fetches the logos that labels carry. */
  logos: LogoSource;
  /** The online shop platform, or its emulator; undefined where shops cannot be linked. */
  shopPlatform: ShopPlatform | undefined;
  /** Carries mails out; undefined where they stay in the outbox, to be read at `/dev/mail`. */
  mail: MailTransport | undefined;
  /** Receives the messages of visitors to Sales. */
  salesEmail: string;
  /** Takes what visitors write to Sales, too; undefined where none is configured. */
  marketingForm: MarketingForm | undefined;
  /** Base address of the portal, absolute; it is written into mails. */
  portalUrl: string;
  /** Base address of the public tracking site, absolute; it is printed into labels. */
  trackingUrl: string;
}
