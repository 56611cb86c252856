import { errorCatalogue, type ErrorCode, type FieldError } from '@portage/contract/errors';
import { orderStatuses, type OrderStatus } from '@portage/contract/order-status';
import { fillText, REGIONAL_LOCALE, type Locale, type Translated } from '@portage/contract/locale';
import { waitInWords } from './http/wait-in-words.ts';

type Value = string | number | Translated;

/** A refusal of the catalogue, raised anywhere and turned into problem+json by `problem.ts`. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly values: Readonly<Record<string, Value>>;
  readonly fieldErrors: ((locale: Locale) => FieldError[]) | undefined;
  /** In how many seconds the same call may succeed; the answer's `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    values: Readonly<Record<string, Value>> = {},
    fieldErrors?: (locale: Locale) => FieldError[],
    retryAfter?: number,
  ) {
    super(errorCatalogue[code].title.en);
    this.code = code;
    this.values = values;
    this.fieldErrors = fieldErrors;
    this.retryAfter = retryAfter;
  }
}

/** What a refusal says of itself, in a language. */
export function detailOf({ code, values }: Refusal, locale: Locale): string {
  const inLocale = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? value[locale] : value,
  ]);
  const detail = errorCatalogue[code].detail[locale];
  return fillText(detail, Object.fromEntries(inLocale) as Record<string, string | number>);
}

/** Tells whether what was raised is one of these refusals. */
export const isRefusal = (error: unknown, ...codes: ErrorCode[]): boolean =>
  error instanceof Refusal && codes.includes(error.code);

/** The body, query or parameters hold values that are not accepted. */
const invalidRequest = (fieldErrors: (locale: Locale) => FieldError[]) =>
  new Refusal('invalid_request', {}, fieldErrors);

/** A value of the request is refused by a rule that no schema can hold. */
export const invalidField = (path: string, message: Translated) =>
  invalidRequest((locale) => [{ path, message: message[locale] }]);

/** The call needs a session and brought none. */
export const notSignedIn = () => new Refusal('not_signed_in');

/** The session token is expired, forged or of another service. */
export const invalidToken = () => new Refusal('invalid_token');

/** A call of the carrier's systems without a key that is in force. */
export const invalidCarrierKey = () => new Refusal('invalid_carrier_key');

/** No order and no package has the tracking number. */
export const trackingNumberUnknown = (trackingNumber: string) =>
  new Refusal('tracking_number_unknown', { trackingNumber });

/** The order of the tracking number was deleted by its merchant. */
export const orderDeleted = (trackingNumber: string) =>
  new Refusal('order_deleted', { trackingNumber });

/** An event of the carrier happens later than now. */
export const eventInFuture = () => new Refusal('event_in_future');

/** An event of the carrier happened longer ago than can be reported. */
export const eventTooOld = (days: number) => new Refusal('event_too_old', { days });

/** An order has as many events as it may have. */
export const tooManyEvents = (trackingNumber: string, limit: number) =>
  new Refusal('too_many_events', { trackingNumber, limit });

/** An order has as many photos as it may have. */
export const tooManyPhotos = (trackingNumber: string, limit: number) =>
  new Refusal('too_many_photos', { trackingNumber, limit });

/** An event of the carrier happened before its order was there. */
export const eventBeforeOrder = () => new Refusal('event_before_order');

/** What was uploaded is no whole JPEG, PNG or GIF picture, or one too large to be shown. */
export const photoUnsupported = () => new Refusal('photo_unsupported');

/** There is no such photo, or the link to it is none of ours or has expired: the answer is the same. */
export const photoNotFound = () => new Refusal('photo_not_found');

/** The photo store does not answer. */
export const photosUnavailable = () => new Refusal('photos_unavailable', {}, undefined, 5);

/** Username or password are wrong; which of them is not told. */
export const signInFailed = () => new Refusal('sign_in_failed');

/** The refresh token is unknown, expired, revoked, or was traded before. */
export const refreshRefused = () => new Refusal('refresh_refused');

/** The new-password challenge is older than it may be, or was answered before. */
export const challengeExpired = () => new Refusal('challenge_expired');

/** The code of a password reset is not the one that was sent; `left` tries remain, where that is known. */
export const resetCodeWrong = (left?: number) => {
  const hint =
    left === undefined
      ? {
          en: 'Take it from the newest e-mail, or ask for a new one.',
          fr: 'Utilisez celui du courriel le plus récent, ou demandez-en un nouveau.',
        }
      : { en: `Attempts left: ${left}.`, fr: `Essais restants : ${left}.` };
  return new Refusal('reset_code_wrong', { hint });
};

/** The code of a password reset is too old, was used, was guessed at too often, or never sent. */
export const resetCodeExpired = () => new Refusal('reset_code_expired');

/** Tried too often; `seconds` is when one may try again. */
export const tooManyAttempts = (seconds: number) =>
  new Refusal('too_many_attempts', { wait: waitInWords(seconds) }, undefined, seconds);

/** More work waits for its thread than will be done in good time. */
export const busy = () => new Refusal('busy', {}, undefined, 5);

/** The provider of identities cannot be reached. */
export const signInUnavailable = () => new Refusal('sign_in_unavailable', {}, undefined, 5);

/** The identity is good but names no merchant of ours. */
export const accountNotLinked = () => new Refusal('account_not_linked');

/** Somebody has the username already. */
export const usernameTaken = (username: string) => new Refusal('username_taken', { username });

/** What was to be added to the merchant's profile is there already. */
export const alreadyInProfile = (what: Translated) => new Refusal('already_in_profile', { what });

/** What was to be removed from the merchant's profile is not there. */
export const notInProfile = (what: Translated) => new Refusal('not_in_profile', { what });

/** A list of the merchant's profile has as many entries as it may have. */
export const profileFull = (limit: number, what: Translated) =>
  new Refusal('profile_full', { limit, what });

/** The merchant has as many service users as it may have. */
export const tooManyServiceUsers = (limit: number) =>
  new Refusal('too_many_service_users', { limit });

/** The merchant has no such service user. */
export const serviceUserNotFound = (username: string) =>
  new Refusal('service_user_not_found', { username });

/** The credentials are good but may not make this call. */
export const forbidden = () => new Refusal('forbidden');

/** No such page or call. */
export const notFound = (path: string) => new Refusal('not_found', { path });

/** The path exists, but not for this method. */
export const methodNotAllowed = (method: string, path: string) =>
  new Refusal('method_not_allowed', { method, path });

/** There is no such order, or it is another merchant's: the answer is the same. */
export const orderNotFound = (id: string) => new Refusal('order_not_found', { id });

/** There is no such saved recipient, or it is another merchant's: the answer is the same. */
export const addressNotFound = () => new Refusal('address_not_found');

/** The address book has the same recipient at the same address. */
export const addressSavedAlready = () => new Refusal('address_saved_already');

/** Others edited the same fields of the order since the version that an edit was made from. */
export const orderChanged = (fieldErrors: (locale: Locale) => FieldError[]) =>
  new Refusal('order_changed', {}, fieldErrors);

/** The recipient's new address is nowhere. */
export const recipientNotLocated = () => new Refusal('recipient_not_located');

/** The origin is nowhere, so that the way to a new address cannot be rated. */
export const originNotLocated = () => new Refusal('origin_not_located');

/** The order would have more tags than it may have. */
export const tooManyTags = (limit: number) => new Refusal('too_many_tags', { limit });

/** The order is not marked ready for pickup. */
export const orderNotReady = () => new Refusal('order_not_ready');

/** As many exports are under way as may be at once. */
export const tooManyExports = () => new Refusal('too_many_exports', {}, undefined, 10);

/** The person has no such view, or it is somebody else's. */
export const viewNotFound = () => new Refusal('view_not_found');

/** The person has a view of this name already, but for case and accents. */
export const viewNameTaken = (name: string) => new Refusal('view_name_taken', { name });

/** The person has as many views as one may have. */
export const tooManyViews = (limit: number) => new Refusal('too_many_views', { limit });

/** The order is not located and rated, so that no label can be made. */
export const orderNotPrintable = (status: OrderStatus) =>
  new Refusal('order_not_printable', { status: orderStatuses[status].name });

/** The labels or the packing slip of an order cannot be drawn: a fault of ours. */
export const orderNotDrawable = (trackingNumber: string) =>
  new Refusal('order_not_drawable', { trackingNumber });

/** Orders that were to be printed into one file fill more pages than it may have. */
export const tooManyPages = (most: number) => {
  const limit = {
    en: most.toLocaleString(REGIONAL_LOCALE.en),
    fr: most.toLocaleString(REGIONAL_LOCALE.fr),
  };
  return new Refusal('too_many_pages', { limit });
};

/** The table of statuses does not lead from one to the other for this actor. */
export const transitionNotAllowed = (from: OrderStatus, to: OrderStatus) =>
  new Refusal('transition_not_allowed', {
    from: orderStatuses[from].name,
    to: orderStatuses[to].name,
  });

/** The first request with this key has not answered yet. */
export const requestInProgress = () => new Refusal('request_in_progress');

/** The key came before with another body. */
export const idempotencyKeyReused = () => new Refusal('idempotency_key_reused');

/** The server cannot reach its database. */
export const notReady = () => new Refusal('not_ready');
