import type { ColumnType, Generated } from 'kysely';
import type { ErrorCode } from '@portage/contract/errors';
import type { ConnectOperation } from '@portage/contract/shipstation/connect';
import type { LabelFileFormat } from '@portage/contract/shipstation/integration';
import type { Document, MaybeTimestamp, Timestamp } from './column-types.ts';
import type { OrderTables } from './order-tables.ts';
import type { Reach } from '@portage/contract/rates/rates';
import type { Service } from '@portage/contract/rates/services';

/** A version of the tariff; it ends when the next one takes effect. */
interface TariffsTable {
  version: string;
  effective_from: Timestamp;
  loaded_at: Timestamp;
}

/** Delivery times of a service; null where the day is chosen. */
interface TariffServicesTable {
  version: string;
  service: Service;
  first_day: number | null;
  last_day: number | null;
  opens: string | null;
  closes: string | null;
}

/** The metro areas that are served. */
interface TariffAreasTable {
  version: string;
  area: string;
  name_en: string;
  name_fr: string;
  time_zone: string;
  currency: 'CAD' | 'USD';
}

/** The sorting zones of areas; the surcharge is in cents. */
interface TariffZonesTable {
  version: string;
  zone: string;
  area: string;
  surcharge: number;
}

/** The zone of postal codes by how they begin; the longest prefix counts. */
interface TariffPrefixesTable {
  version: string;
  prefix: string;
  zone: string;
}

/** Pairs of areas between which orders go overnight. */
interface TariffCorridorsTable {
  version: string;
  area: string;
  other_area: string;
}

/** Base prices in cents; a service is offered where it has one. */
interface TariffPricesTable {
  version: string;
  service: Service;
  reach: Reach;
  price: number;
}

/** Cents a unit begun between two measures, in pounds or cubic inches. */
interface TariffSurchargesTable {
  version: string;
  measure: 'weight' | 'size';
  above: number;
  up_to: number | null;
  unit: number;
  price: number;
}

/** Until when orders of a day are in time; for all areas where none is named. */
interface TariffCutoffsTable {
  version: string;
  service: Service;
  area: string | null;
  cutoff: string;
  when_late: 'notOffered' | 'dayLater';
}

/** The tables of the carrier's tariff, which no merchant owns. */
interface TariffTables {
  tariffs: TariffsTable;
  tariff_services: TariffServicesTable;
  tariff_areas: TariffAreasTable;
  tariff_zones: TariffZonesTable;
  tariff_prefixes: TariffPrefixesTable;
  tariff_corridors: TariffCorridorsTable;
  tariff_prices: TariffPricesTable;
  tariff_surcharges: TariffSurchargesTable;
  tariff_cutoffs: TariffCutoffsTable;
}

/** Sessions that have not ended: each begins with a sign-in and is renewed by refresh tokens. */
interface SessionsTable {
  id: string;
  user_id: string;
  started_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: Timestamp;
  user_agent: string | null;
  /** Time when the password was typed again; null when only at the start. */
  password_checked_at: MaybeTimestamp;
  factor_checked_at: MaybeTimestamp;
  /** True while the session may do nothing but set up, or show, a second factor that is required. */
  awaits_factor: ColumnType<boolean, boolean | undefined, boolean>;
}

/** The authenticator app of a user; one that is being set up has not been confirmed. */
interface AuthenticatorAppsTable {
  user_id: string;
  encrypted_secret: Buffer;
  created_at: Timestamp;
  confirmed_at: MaybeTimestamp;
  /** The time step of the last code that was accepted: no code works twice. */
  last_step: number | null;
}

/** The passkeys of users; `credential_id` is what authenticators know them by. */
interface PasskeysTable {
  user_id: string;
  id: string;
  credential_id: string;
  public_key: Buffer;
  /** Count of uses, as the passkey says; written as a number, read as text. */
  counter: ColumnType<string, number, number>;
  transports: string[];
  name: string;
  created_at: Timestamp;
  last_used_at: MaybeTimestamp;
}

/** Challenges that passkeys have not signed yet; each is used once. */
interface PasskeyChallengesTable {
  user_id: string;
  challenge: string;
  expires_at: Timestamp;
}

/** Recovery codes that were not used, by a keyed hash. */
interface RecoveryCodesTable {
  user_id: string;
  code_hash: Buffer;
}

/**
 * Refresh tokens by the hash of what the client holds. A family is one session; `rotated_at` is when a
 * token was traded for its successor, which follows from the token and `successor_salt`.
 */
interface RefreshTokensTable {
  token_hash: Buffer;
  family_id: string;
  user_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  rotated_at: MaybeTimestamp;
  successor_salt: Buffer | null;
}

/** Devices on which an account has signed in before, by the hash of the token that each keeps. */
interface KnownDevicesTable {
  username: string;
  token_hash: Buffer;
  last_seen_at: Timestamp;
}

/** Sessions, what renews them, and the second factors of those who open them. */
interface SessionTables {
  known_devices: KnownDevicesTable;
  refresh_tokens: RefreshTokensTable;
  sessions: SessionsTable;
  authenticator_apps: AuthenticatorAppsTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  recovery_codes: RecoveryCodesTable;
}

/** The shop that a merchant is linked to; without a token its authorisation was lost. */
interface ShopsTable {
  merchant_id: string;
  shop: string;
  encrypted_token: Buffer | null;
  linked_at: Timestamp;
  linked_by: string;
  places_orders: boolean;
  /** Time of the last reconcile. */
  reconciled_at: MaybeTimestamp;
  /** Currency of the checkout, where Portage has no rates in it. */
  foreign_currency: string | null;
  /** JSON of what the shop refused of the last set-up. */
  refusals: Generated<string>;
  /** The last refusal of any call, in the platform's words. */
  last_error: string | null;
  last_error_at: MaybeTimestamp;
  /** Address that its webhooks and rates call. */
  callback_url: string | null;
  /** JSON of the last check of its connection. */
  connection: ColumnType<string | null, string | null, string | null>;
  checked_at: MaybeTimestamp;
}

/** Whose a shop is: the platform names shops and no merchants, so not merchant-owned. */
interface ShopMerchantsTable {
  shop: string;
  merchant_id: string;
}

/** Orders of linked shops; `document` is the contract's `ShopOrder`. */
interface ShopOrdersTable {
  merchant_id: string;
  shop_order_id: string;
  shop: string;
  created_at: Timestamp;
  /** Neither cancelled nor fulfilled in the shop. */
  is_open: boolean;
  document: Document;
}

/** The delivery order of each shop order that an order of any source names, linked or not. */
interface ShopDeliveriesTable {
  merchant_id: string;
  /** Empty where no shop was linked. */
  shop: string;
  shop_order_id: string;
  order_id: string;
}

/** Orders of linked shops that could not be read, with what the platform says of each. */
interface UnreadableShopOrdersTable {
  merchant_id: string;
  shop_order_id: string;
  shop: string;
  number: string | null;
  reason: string | null;
  failed_at: Timestamp;
}

/** Webhooks that were received, so that none is taken twice. */
interface ShopWebhooksTable {
  merchant_id: string;
  webhook_id: string;
  received_at: Timestamp;
}

/** The tables of the shop integration. */
interface ShopTables {
  shops: ShopsTable;
  shop_merchants: ShopMerchantsTable;
  shop_orders: ShopOrdersTable;
  shop_deliveries: ShopDeliveriesTable;
  unreadable_shop_orders: UnreadableShopOrdersTable;
  shop_webhooks: ShopWebhooksTable;
}

/**
 * Imports of orders. `state` is the contract's `ImportState`, or ARRIVING while rows still come; the
 * rows up to `done_through` have been handled.
 */
interface ImportsTable {
  merchant_id: string;
  id: string;
  state: string;
  created_at: Timestamp;
  created_by: string;
  /** The same for the same rows of both files. */
  content_hash: Buffer | null;
  details_name: string | null;
  packages_name: string | null;
  total: Generated<number>;
  packages: Generated<number>;
  created: Generated<number>;
  failed: Generated<number>;
  stray_packages: Generated<number>;
  done_through: Generated<number>;
  started_at: MaybeTimestamp;
  finished_at: MaybeTimestamp;
  undo_state: string | null;
  undone_by: string | null;
  undone_at: MaybeTimestamp;
  deleted: Generated<number>;
  /** Set where the merchant confirmed rows whose meaning changes. */
  confirmed: Generated<boolean>;
  /** Set where rows are left out whose order could not be delivered. */
  leaves_out_attention: Generated<boolean>;
}

/** Rows of package files: `cells` by column in the sequence of the template. */
interface ImportPackagesTable {
  merchant_id: string;
  import_id: string;
  row: number;
  /** By which packages find their order. */
  reference: string | null;
  cells: Document;
}

/** Rows of order details files; `problems`, the contract's `ImportProblem[]`, of those that failed. */
interface ImportRowsTable extends ImportPackagesTable {
  problems: Document | null;
  /** Its number in the file, as a spreadsheet shows it. */
  line: number | null;
}

/** The tables of imports. */
interface ImportTables {
  imports: ImportsTable;
  import_rows: ImportRowsTable;
  import_packages: ImportPackagesTable;
}

/** The merchants; `document` is the contract's `Merchant`. */
interface MerchantsTable {
  merchant_id: string;
  document: Document;
  /** Set while a merchant is disabled. */
  disabled_at: ColumnType<number | null, Date | null | undefined, Date | null>;
  /** True where an owner requires a second factor of every person. */
  requires_second_factor: ColumnType<boolean, boolean | undefined, boolean>;
}

/** Accounts. Not merchant-owned: looked up by username before the merchant is known. */
interface UsersTable {
  id: string;
  merchant_id: string;
  username: string;
  name: string;
  kind: 'user' | 'service';
  password_hash: string;
  must_change_password: boolean;
  created_at: Timestamp;
  phone: string | null;
}

/** The keys that sign session tokens, encrypted; the newest signs, all verify. */
interface SigningKeysTable {
  kid: string;
  encrypted_jwk: Buffer;
  created_at: Timestamp;
}

interface AuditEntriesTable {
  merchant_id: string;
  id: string;
  at: Timestamp;
  actor: string;
  action: string;
  subject_id: string;
  details: Document;
}

/** The first answer to each Idempotency-Key. */
interface IdempotencyKeysTable {
  merchant_id: string;
  key: string;
  request_hash: Buffer;
  answer: Document;
  created_at: Timestamp;
}

/**
 * The address book; `document` is the contract's `SavedAddress`. Near-duplicates have the same
 * `name_key` or the same `phone_key`.
 */
interface SavedAddressesTable {
  merchant_id: string;
  id: string;
  created_at: Timestamp;
  fingerprint: Buffer;
  search: string;
  document: Document;
  deleted_at: MaybeTimestamp;
  name_key: string;
  phone_key: string | null;
}

/** Features switched on or off: for one merchant, or for all where `merchant_id` is null. */
interface FeatureFlagsTable {
  flag: string;
  merchant_id: string | null;
  enabled: boolean;
}

/** API credentials of merchants, of every identity provider. */
interface ServiceUsersTable {
  merchant_id: string;
  username: string;
  created_at: Timestamp;
  name: string | null;
  expires_at: MaybeTimestamp;
  last_used_at: MaybeTimestamp;
}

/** People of merchants, of every identity provider. */
interface MerchantUsersTable {
  merchant_id: string;
  username: string;
  name: string;
  phone: string | null;
  role: 'owner' | 'member';
  invited_at: Timestamp;
  last_sign_in_at: MaybeTimestamp;
  disabled_at: MaybeTimestamp;
}

/** Attempts since a window began; `key` is a hash. */
interface ThrottlesTable {
  key: Buffer;
  attempts: number;
  resets_at: Timestamp;
}

/**
 * Reset codes by lower-case username. Unknown usernames have a row, too, and get the same answers.
 */
interface PasswordResetsTable {
  username: string;
  code_hash: string;
  attempts_left: number;
  expires_at: Timestamp;
}

/** The outbox. Once a mail is sent its text is forgotten: it may hold a password or a code. */
interface MailsTable {
  id: string;
  created_at: Timestamp;
  recipient: string;
  subject: string;
  encrypted_body: Buffer | null;
  sent_at: MaybeTimestamp;
  last_error: string | null;
}

/** Security events of accounts. Not merchant-owned: a failed sign-in may have no merchant. */
interface SecurityEventsTable {
  id: string;
  at: Timestamp;
  action: string;
  actor: string;
  subject: string | null;
  merchant_id: string | null;
  address: string | null;
}

/** The keys of the carrier's systems, by the hash of what these hold. */
interface CarrierKeysTable {
  id: string;
  name: string;
  key_hash: Buffer;
  created_at: Timestamp;
  revoked_at: MaybeTimestamp;
}

/** Keys that the server makes for itself, encrypted, by what they are for. */
interface SecretsTable {
  name: string;
  encrypted_value: Buffer;
}

/** Server processes that run, with the keys that they hold. */
interface RunningServersTable {
  id: string;
  name: string;
  version: string;
  key_versions: number[];
  encrypts_with: number;
  seen_at: Timestamp;
}

/** Pictures that labels carry, by where they were fetched; none where there was no picture to use. */
interface LogosTable {
  url: string;
  fetched_at: Timestamp;
  picture: Buffer | null;
}

/**
 * Requests to become a merchant; `document` is the contract's `SignUpRequest`. `merchant_id` is the
 * merchant that an approved one became.
 */
interface SignUpRequestsTable {
  id: string;
  created_at: Timestamp;
  email: string;
  state: 'pending' | 'approved' | 'declined';
  document: Document;
  decided_at: MaybeTimestamp;
  merchant_id: string | null;
}

/** The ShipStation integrations of merchants. */
interface ShipstationIntegrationsTable {
  merchant_id: string;
  encrypted_api_key: Buffer;
  label_file_format: LabelFileFormat;
  include_packing_slip: boolean;
  /** Set once ShipStation has connected with the key. */
  connection_id: ColumnType<string | null, undefined, string | null>;
  connected_at: ColumnType<number | null, undefined, Date | null>;
}

/** The merchants of ShipStation keys, by their hashes: calls of ShipStation name no merchant. */
interface ShipstationKeysTable {
  key_hash: Buffer;
  merchant_id: string;
}

/** The last calls of ShipStation. */
interface ShipstationCallsTable {
  merchant_id: string;
  id: string;
  called_at: Timestamp;
  operation: ConnectOperation;
  status: number;
  code: ErrorCode | null;
  tracking_number: string | null;
}

/** The pickups that ShipStation asked for. */
interface ShipstationPickupsTable {
  merchant_id: string;
  id: string;
  order_ids: string[];
  created_at: Timestamp;
}

/** Messages of visitors to Sales, with the time of their submission. */
interface ContactRequestsTable {
  id: string;
  created_at: Timestamp;
  document: Document;
  submitted_at: MaybeTimestamp;
  last_error: string | null;
}

/** Every table of Portage; the job queue keeps its own in the schema `graphile_worker`. */
export interface Tables extends OrderTables, ImportTables, SessionTables, ShopTables, TariffTables {
  merchants: MerchantsTable;
  users: UsersTable;
  signing_keys: SigningKeysTable;
  feature_flags: FeatureFlagsTable;
  carrier_keys: CarrierKeysTable;
  secrets: SecretsTable;
  logos: LogosTable;
  running_servers: RunningServersTable;
  audit_entries: AuditEntriesTable;
  idempotency_keys: IdempotencyKeysTable;
  saved_addresses: SavedAddressesTable;
  service_users: ServiceUsersTable;
  merchant_users: MerchantUsersTable;
  throttles: ThrottlesTable;
  password_resets: PasswordResetsTable;
  mails: MailsTable;
  security_events: SecurityEventsTable;
  sign_up_requests: SignUpRequestsTable;
  contact_requests: ContactRequestsTable;
  shipstation_integrations: ShipstationIntegrationsTable;
  shipstation_keys: ShipstationKeysTable;
  shipstation_calls: ShipstationCallsTable;
  shipstation_pickups: ShipstationPickupsTable;
}
