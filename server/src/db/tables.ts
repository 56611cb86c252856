import { type ColumnType, type Generated, sql, type RawBuilder } from 'kysely';
import type { ErrorCode } from '@portage/contract/errors';
import type { EpochMillis } from '@portage/contract/time';
import type { OrderTables } from './order-tables.ts';

/** Written and read as JSON text. */
export type Document = ColumnType<string, string, string>;

/** Written as a Date, read as milliseconds since 1970. */
export type Timestamp = ColumnType<number, Date, Date>;

export type MaybeTimestamp = ColumnType<number | null, Date | null, Date | null>;

/** Converts a timestamp for comparisons: a cast column would lose its index. */
export const timestamp = (at: EpochMillis): RawBuilder<number> =>
  sql<number>`${new Date(at)}::timestamptz`;

/** Selects the schema of our tables, which the operator's `search_path` chose. */
export const OUR_NAMESPACE =
  "(select relnamespace from pg_class where oid = 'kysely_migration'::regclass)";

/** Ends when the next version takes effect. */
interface TariffsTable {
  version: string;
  effective_from: Timestamp;
  loaded_at: Timestamp;
}

/** Begins with a sign-in; refresh tokens renew it. */
interface SessionsTable {
  id: string;
  user_id: string;
  started_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: Timestamp;
  user_agent: string | null;
  /** Null until the password is typed again. */
  password_checked_at: MaybeTimestamp;
  factor_checked_at: MaybeTimestamp;
  /** True while only the required second factor can be set up or shown. */
  awaits_factor: ColumnType<boolean, boolean | undefined, boolean>;
}

/** Unconfirmed while being set up. */
interface AuthenticatorAppsTable {
  user_id: string;
  encrypted_secret: Buffer;
  created_at: Timestamp;
  confirmed_at: MaybeTimestamp;
  /** Time step of the last accepted code: none works twice. */
  last_step: number | null;
}

/** `credential_id` is the authenticator's id. */
interface PasskeysTable {
  user_id: string;
  id: string;
  credential_id: string;
  public_key: Buffer;
  /** Count of uses; written as a number, read as text. */
  counter: ColumnType<string, number, number>;
  transports: string[];
  name: string;
  created_at: Timestamp;
  last_used_at: MaybeTimestamp;
}

/** Not signed yet; used once. */
interface PasskeyChallengesTable {
  user_id: string;
  challenge: string;
  expires_at: Timestamp;
}

interface RecoveryCodesTable {
  user_id: string;
  code_hash: Buffer;
}

/** Keyed by hash. A family is one session; a token and `successor_salt` give its successor. */
interface RefreshTokensTable {
  token_hash: Buffer;
  family_id: string;
  user_id: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  rotated_at: MaybeTimestamp;
  successor_salt: Buffer | null;
}

/** Keyed by the hash of each device's token. */
interface KnownDevicesTable {
  username: string;
  token_hash: Buffer;
  last_seen_at: Timestamp;
}

interface SessionTables {
  known_devices: KnownDevicesTable;
  refresh_tokens: RefreshTokensTable;
  sessions: SessionsTable;
  authenticator_apps: AuthenticatorAppsTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  recovery_codes: RecoveryCodesTable;
}

/** A shop without a token has lost its authorization. */
interface ShopsTable {
  merchant_id: string;
  shop: string;
  encrypted_token: Buffer | null;
  linked_at: Timestamp;
  linked_by: string;
  places_orders: boolean;
  reconciled_at: MaybeTimestamp;
  /** Set where Portage has no rates in the checkout's currency. */
  foreign_currency: string | null;
  /** JSON of what the shop refused of the last set-up. */
  refusals: Generated<string>;
  /** In the platform's words. */
  last_error: string | null;
  last_error_at: MaybeTimestamp;
  /** Address that its webhooks and rates call; null before they are set up. */
  callback_url: string | null;
  /** JSON of the last check of its connection. */
  connection: ColumnType<string | null, string | null, string | null>;
  checked_at: MaybeTimestamp;
}

/** Not merchant-owned: the platform names no merchants. */
interface ShopMerchantsTable {
  shop: string;
  merchant_id: string;
}

/** Now or before: privacy webhooks concern each. */
interface ShopOwnersTable {
  shop: string;
  merchant_id: string;
}

interface ShopDataRequestsTable {
  merchant_id: string;
  id: string;
  shop: string;
  request_id: string;
  shop_order_ids: string[];
  requested_at: Timestamp;
  exported_at: MaybeTimestamp;
}

/** `document` is the contract's `ShopOrder`. */
interface ShopOrdersTable {
  merchant_id: string;
  shop_order_id: string;
  shop: string;
  created_at: Timestamp;
  /** Neither cancelled nor fulfilled in the shop. */
  is_open: boolean;
  document: Document;
}

/** Covers orders of any source, linked or not. */
interface ShopDeliveriesTable {
  merchant_id: string;
  /** Empty where no shop was linked. */
  shop: string;
  shop_order_id: string;
  /** A fulfillment order; empty for the shop order itself. */
  part_id: Generated<string>;
  /** Place of pickup; null for the whole shop order. */
  location_id: string | null;
  order_id: string;
}

/** Keeps the platform's error for each. */
interface UnreadableShopOrdersTable {
  merchant_id: string;
  shop_order_id: string;
  shop: string;
  number: string | null;
  reason: string | null;
  failed_at: Timestamp;
}

/** Received webhooks, so that repeats are dropped. */
interface ShopWebhooksTable {
  merchant_id: string;
  webhook_id: string;
  received_at: Timestamp;
}

interface ShopTables {
  shops: ShopsTable;
  shop_merchants: ShopMerchantsTable;
  shop_owners: ShopOwnersTable;
  shop_data_requests: ShopDataRequestsTable;
  shop_orders: ShopOrdersTable;
  shop_deliveries: ShopDeliveriesTable;
  unreadable_shop_orders: UnreadableShopOrdersTable;
  shop_webhooks: ShopWebhooksTable;
}

/** Keyed by `headerKey`. */
interface ImportColumnsTable {
  merchant_id: string;
  order_details: Generated<string>;
  order_packages: Generated<string>;
}

/** `state` is an `ImportState`, or ARRIVING; rows up to `done_through` are handled. */
interface ImportsTable {
  merchant_id: string;
  id: string;
  state: string;
  created_at: Timestamp;
  created_by: string;
  /** Equal for the same rows of both files. */
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
  /** The merchant confirmed changes of meaning. */
  confirmed: Generated<boolean>;
  /** Omits rows whose order could not be delivered. */
  leaves_out_attention: Generated<boolean>;
}

/** `cells` in the sequence of the template. */
interface ImportPackagesTable {
  merchant_id: string;
  import_id: string;
  row: number;
  reference: string | null;
  cells: Document;
}

/** `problems` is the contract's `ImportProblem[]`. */
interface ImportRowsTable extends ImportPackagesTable {
  problems: Document | null;
  /** Row number in a spreadsheet. */
  line: number | null;
}

interface ImportTables {
  imports: ImportsTable;
  import_columns: ImportColumnsTable;
  import_rows: ImportRowsTable;
  import_packages: ImportPackagesTable;
}

interface MerchantsTable {
  merchant_id: string;
  document: Document;
  disabled_at: ColumnType<number | null, Date | null | undefined, Date | null>;
  /** Set while being deleted. */
  leaving_since: ColumnType<number | null, undefined, Date>;
  /** An owner requires it of every user. */
  requires_second_factor: ColumnType<boolean, boolean | undefined, boolean>;
}

/** Not merchant-owned: found by username first. */
interface UsersTable {
  id: string;
  merchant_id: string;
  /** E-mail address of a person. */
  username: string;
  name: string;
  /** `service` for API credentials. */
  kind: 'user' | 'service';
  password_hash: string;
  /** The password is temporary. */
  must_change_password: boolean;
  created_at: Timestamp;
  /** Digits with a leading plus; null when unknown. */
  phone: string | null;
}

/** Encrypted; the newest signs, all verify. */
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

/** `document` is the contract's `SavedAddress`. Near-duplicates share `name_key` or `phone_key`. */
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

/** Applies to all merchants where `merchant_id` is null. */
interface FeatureFlagsTable {
  flag: string;
  merchant_id: string | null;
  enabled: boolean;
}

/** Holds service users of every identity provider. */
interface ServiceUsersTable {
  merchant_id: string;
  username: string;
  created_at: Timestamp;
  name: string | null;
  expires_at: MaybeTimestamp;
  last_used_at: MaybeTimestamp;
}

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

/** `key` is a hash. */
interface ThrottlesTable {
  key: Buffer;
  attempts: number;
  resets_at: Timestamp;
}

/** Keyed by lower-case username; unknown usernames have a row, too, to answer alike. */
interface PasswordResetsTable {
  username: string;
  code_hash: string;
  attempts_left: number;
  expires_at: Timestamp;
}

/** Texts are cleared once sent: they may hold a password or a code. */
interface MailsTable {
  id: string;
  created_at: Timestamp;
  recipient: string;
  subject: string;
  /** Null once sent or given up. */
  encrypted_body: Buffer | null;
  sent_at: MaybeTimestamp;
  last_error: string | null;
}

/** Not merchant-owned: a failed sign-in may have no merchant. */
interface SecurityEventsTable {
  id: string;
  at: Timestamp;
  action: string;
  actor: string;
  subject: string | null;
  merchant_id: string | null;
  address: string | null;
}

/** Keyed by the hash of the key. */
interface CarrierKeysTable {
  id: string;
  name: string;
  key_hash: Buffer;
  created_at: Timestamp;
  revoked_at: MaybeTimestamp;
}

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

/** Keyed by URL; `picture` is null for an unusable logo. */
interface LogosTable {
  url: string;
  fetched_at: Timestamp;
  picture: Buffer | null;
}

/** `document` is the contract's `SignUpRequest`; `merchant_id` is set by approval. */
interface SignUpRequestsTable {
  id: string;
  created_at: Timestamp;
  email: string;
  state: 'pending' | 'approved' | 'declined';
  document: Document;
  decided_at: MaybeTimestamp;
  merchant_id: string | null;
}

interface ShipstationIntegrationsTable {
  merchant_id: string;
  encrypted_api_key: Buffer;
  label_file_format: 'PDF' | 'ZPL' | 'PDF_LETTER';
  include_packing_slip: boolean;
  /** Set once ShipStation has connected. */
  connection_id: ColumnType<string | null, undefined, string | null>;
  connected_at: ColumnType<number | null, undefined, Date | null>;
}

/** Keyed by hash: calls of ShipStation name no merchant. */
interface ShipstationKeysTable {
  key_hash: Buffer;
  merchant_id: string;
}

interface ShipstationCallsTable {
  merchant_id: string;
  id: string;
  called_at: Timestamp;
  operation:
    | 'Register'
    | 'GetRates'
    | 'CreateLabel'
    | 'VoidLabels'
    | 'Track'
    | 'CreateManifest'
    | 'SchedulePickup'
    | 'CancelPickup';
  status: number;
  code: ErrorCode | null;
  tracking_number: string | null;
}

/** One per transaction, as long as the merchant exists. */
interface ShipstationLabelsTable {
  merchant_id: string;
  transaction_id: string;
  order_id: string;
  request_hash: Buffer;
}

interface ShipstationPickupsTable {
  merchant_id: string;
  id: string;
  order_ids: string[];
  created_at: Timestamp;
}

/** Keeps the time when the marketing service took them. */
interface ContactRequestsTable {
  id: string;
  created_at: Timestamp;
  document: Document;
  submitted_at: MaybeTimestamp;
  last_error: string | null;
}

/** The job queue has its own in the schema `graphile_worker`. */
export interface Tables extends OrderTables, ImportTables, SessionTables, ShopTables {
  /** The tables of its parts have the columns of `tariffRows`. */
  tariffs: TariffsTable;
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
  shipstation_labels: ShipstationLabelsTable;
  shipstation_pickups: ShipstationPickupsTable;
}
