import { SignJWT } from 'jose';
import type { ShopOrder } from '@portage/contract/shop/shop-orders';
import { DAY, MINUTE } from '@portage/contract/time';
import { ApiError, isApiError } from '../api-error.ts';
import { recordSecurityEvent } from '../audit/record-security-event.ts';
import { takeLock } from '../db/advisory-lock.ts';
import type { Executor } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Author } from '../http/session.ts';
import { insertJob, type JobPayload } from '../jobs/job-queries.ts';
import { changeMerchant } from '../merchants/change-merchant.ts';
import { getSecret } from '../secrets/get-secret.ts';
import { readToken } from '../sessions/session-tokens.ts';
import {
  appUninstallDocument,
  carrierServiceDeleteDocument,
  carrierServicesDocument,
  webhookDeleteDocument,
  webhooksDocument,
} from './shop-documents.ts';
import { adoptShopDeliveries, deleteShopOrders, listShopOrders } from './shop-order-queries.ts';
import {
  claimShop,
  deleteShop,
  findShop,
  findShopMerchant,
  releaseShop,
  upsertShop,
  type StoredShop,
} from './shop-queries.ts';
import { shopOfSignedQuery } from './shop-signatures.ts';
import { decryptTokens, encryptTokens, isDue } from './shop-tokens.ts';
import { type Ask, getShop, refusalOf, type ShopDeps } from './with-shop.ts';

export { listShopMerchants as listLinkedShops } from './shop-queries.ts';

/** Claims of the tokens of a link in progress. Each kind has its own audience. */
interface Claims {
  /** The install request of a shop was verified. */
  link: { shop: string };
  /** A merchant agreed to link the shop. */
  activation: { shop: string; merchantId: string; username: string };
  /** The same, carried through the platform. */
  state: { shop: string; merchantId: string; username: string };
  /** The shop agreed; `code` buys one access token. */
  finish: { shop: string; merchantId: string; username: string; code: string };
}

/** Lifetime of each. */
const LASTS = '10 minutes';
const ISSUER = 'portage';

type TokenDeps = Pick<Deps, 'db' | 'secrets' | 'clock'>;

/** Signs a token (HS256 with a key of the server) that works for 10 minutes. */
export async function signLinkToken<Kind extends keyof Claims>(
  deps: TokenDeps,
  kind: Kind,
  claims: Claims[Kind],
): Promise<string> {
  const now = new Date(deps.clock.now());
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setAudience(`shop-${kind}`)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + 10 * MINUTE))
    .sign(await getSecret(deps, 'shop-links'));
}

/** Returns the claims of a token; undefined if expired, forged or of another kind. */
async function verifyLinkToken<Kind extends keyof Claims>(
  deps: TokenDeps,
  kind: Kind,
  token: string,
) {
  const key = await getSecret(deps, 'shop-links');
  return readToken<Claims[Kind]>(token, () => key, {
    algorithms: ['HS256'],
    issuer: ISSUER,
    audience: `shop-${kind}`,
    currentDate: new Date(deps.clock.now()),
    maxTokenAge: LASTS,
  });
}

/** Milliseconds that orders of an unlinked shop stay (platform: 30 days). */
const KEPT_FOR = 30 * DAY;

/** A request lasts 90 seconds, too short to sign in. Throws `shop_signature_invalid`. */
export async function startLink(
  deps: ShopDeps,
  query: Readonly<Record<string, string>>,
): Promise<{ shop: string; linkToken: string }> {
  const shop = shopOfSignedQuery(deps.shopPlatform.clientSecrets, query, deps.clock.now());
  if (shop === undefined) throw new ApiError('shop_signature_invalid');
  return { shop, linkToken: await signLinkToken(deps, 'link', { shop }) };
}

/** Throws `shop_link_expired`, `shop_linked_elsewhere`, or `other_shop_linked` (no `replaces`). */
export async function authorizeLink(
  deps: ShopDeps,
  { merchantId, username }: Author,
  { linkToken, replaces }: { linkToken: string; replaces: boolean },
): Promise<{ redirectUrl: string }> {
  const link = await verifyLinkToken(deps, 'link', linkToken);
  if (!link) throw new ApiError('shop_link_expired');
  const { shop } = link;
  await requireFree(deps.db, shop, merchantId);
  const before = await findShop(deps.db, merchantId);
  if (before && before.shop !== shop && !replaces) {
    throw new ApiError('other_shop_linked', { shop: before.shop });
  }
  return activationOf(deps, { merchantId, username }, shop);
}

/** Asks the linked shop to authorize Portage again. Throws `shop_not_linked`. */
export async function linkAgain(deps: ShopDeps, author: Author): Promise<{ redirectUrl: string }> {
  const { shop } = await getShop(deps, author.merchantId);
  return activationOf(deps, author, shop);
}

async function activationOf(deps: ShopDeps, { merchantId, username }: Author, shop: string) {
  const token = await signLinkToken(deps, 'activation', { shop, merchantId, username });
  const query = new URLSearchParams({ shop, token });
  return { redirectUrl: `${deps.shopPlatform.callbackUrl}/activate_shop?${query.toString()}` };
}

async function requireFree(db: Executor, shop: string, merchantId: string): Promise<void> {
  const owner = await findShopMerchant(db, shop);
  if (owner !== undefined && owner !== merchantId) {
    throw new ApiError('shop_linked_elsewhere', { shop });
  }
}

/** Returns the platform's page to agree on. Throws `shop_link_expired`. */
export async function activateShop(
  deps: ShopDeps,
  { shop, token }: { shop: string; token: string },
): Promise<string> {
  const activation = await verifyLinkToken(deps, 'activation', token);
  if (!activation || activation.shop !== shop) throw new ApiError('shop_link_expired');
  const { merchantId, username } = activation;
  const state = await signLinkToken(deps, 'state', { shop, merchantId, username });
  return deps.shopPlatform.authorizeUrl(shop, state);
}

/**
 * Verifies the platform's redirect. Returns a token for `finishLink`, which only the same user can
 * redeem. Throws `shop_signature_invalid` and `shop_link_expired`.
 */
export async function receiveCode(
  deps: ShopDeps,
  query: Readonly<Record<string, string>>,
): Promise<string> {
  const shop = shopOfSignedQuery(deps.shopPlatform.clientSecrets, query, deps.clock.now());
  if (shop === undefined) throw new ApiError('shop_signature_invalid');
  const state = await verifyLinkToken(deps, 'state', query['state'] ?? '');
  if (!state || state.shop !== shop) throw new ApiError('shop_link_expired');
  const { merchantId, username } = state;
  await requireFree(deps.db, shop, merchantId);
  return signLinkToken(deps, 'finish', { shop, merchantId, username, code: query['code'] ?? '' });
}

/**
 * Stores token and shop; sets up webhooks and rates in the background. Throws `shop_link_expired`,
 * `shop_link_of_other_user`, `shop_linked_elsewhere`, `shop_frozen` and `shop_unavailable`.
 */
export async function finishLink(
  deps: ShopDeps,
  author: Author,
  finishToken: string,
): Promise<{ shop: string }> {
  const { db, clock, secrets, shopPlatform } = deps;
  const { merchantId, username } = author;
  const begun = await verifyLinkToken(deps, 'finish', finishToken);
  if (!begun) throw new ApiError('shop_link_expired');
  const { shop } = begun;
  if (begun.merchantId !== merchantId || begun.username !== username) {
    throw new ApiError('shop_link_of_other_user', { shop });
  }
  await requireFree(db, shop, merchantId);
  const tokens = await shopPlatform.exchangeCode(shop, begun.code);

  const linkedAt = clock.now();
  await db.transaction().execute(async (trx) => {
    await lockLink(trx, merchantId);
    if ((await claimShop(trx, shop, merchantId)) !== merchantId) {
      throw new ApiError('shop_linked_elsewhere', { shop });
    }
    const before = await findShop(trx, merchantId);
    if (before && before.shop !== shop) await letGo(trx, merchantId, before);
    const encryptedToken = encryptTokens(secrets, merchantId, tokens, linkedAt);
    await adoptShopDeliveries(trx, merchantId, shop);
    await upsertShop(trx, merchantId, { shop, encryptedToken, linkedAt, linkedBy: username });
    await setShopOfProfile(deps, trx, { merchantId, username }, shop);
    await recordLink(trx, { merchantId, username }, { at: linkedAt, shop, isLinked: true });
    await insertJob(trx, 'connect-shop', { merchantId }, { key: `connect ${merchantId}` });
  });
  return { shop };
}

/** Serializes changes of a merchant's link, and adoptions of deliveries. */
const lockLink = (trx: Executor, merchantId: string) =>
  takeLock(trx, 'shop deliveries', merchantId);

/** Newest first, as last read. */
export async function listNewestShopOrders(
  { db }: Pick<Deps, 'db'>,
  merchantId: string,
  { limit }: { limit: number },
): Promise<ShopOrder[]> {
  const rows = await listShopOrders(db, merchantId, { show: 'all', limit });
  return rows.map(({ shopOrder }) => shopOrder);
}

export async function adoptShop(
  { db, clock, secrets }: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  merchantId: string,
  { shop, token }: { shop: string; token: string },
): Promise<void> {
  if (await findShop(db, merchantId)) return;
  if ((await claimShop(db, shop, merchantId)) !== merchantId) return;
  const linkedAt = clock.now();
  const encryptedToken = encryptTokens(secrets, merchantId, { token }, linkedAt);
  await upsertShop(db, merchantId, { shop, encryptedToken, linkedAt, linkedBy: 'system' });
}

/** Milliseconds until the job repeats what failed at unlinking. */
const LEAVE_LATER = MINUTE;

/** Job: uninstalls the app and our hooks, unless the shop is linked again or revoked the token. */
export async function leaveShop(
  { db, clock, log, secrets, shopPlatform }: ShopDeps,
  { merchantId, shop, encryptedToken }: JobPayload<'leave-shop'>,
): Promise<void> {
  const isLinkedAgain = async () => (await findShopMerchant(db, shop)) !== undefined;
  if (await isLinkedAgain()) return;
  const { callbackUrl } = shopPlatform;
  const isOurs = (url: string | null) => url?.startsWith(callbackUrl) === true;
  const stored = decryptTokens(secrets, merchantId, Buffer.from(encryptedToken, 'base64'));
  let token = stored.token;
  /** Logs refusals: uninstalling the app ends the rest. */
  async function change(part: string, work: (ask: Ask) => Promise<void>): Promise<void> {
    const ask: Ask = async (document, variables) => {
      const answer = await shopPlatform.ask({ shop, token }, document, variables);
      const refused = refusalOf(answer);
      if (refused !== undefined) log.warn({ shop, part, reason: refused }, LEFT_OVER);
      return answer;
    };
    try {
      await work(ask);
    } catch (error) {
      if (!isApiError(error, 'shop_rejected')) throw error;
      log.warn({ shop, part, reason: refusalOf(error) }, LEFT_OVER);
    }
  }
  try {
    if (isDue(stored, clock.now()) && stored.refreshToken !== undefined) {
      ({ token } = await shopPlatform.refreshTokens(shop, stored.refreshToken));
    }
    await change('webhooks', async (ask) => {
      const { webhookSubscriptions } = await ask(webhooksDocument, {});
      for (const { id, uri } of webhookSubscriptions.nodes) {
        if (isOurs(uri)) await ask(webhookDeleteDocument, { id });
      }
    });
    await change('rates', async (ask) => {
      const { carrierServices } = await ask(carrierServicesDocument, {});
      for (const { id, callbackUrl: url } of carrierServices.nodes) {
        if (isOurs(url)) await ask(carrierServiceDeleteDocument, { id });
      }
    });
    await change('app', async (ask) => {
      if (!(await isLinkedAgain())) await ask(appUninstallDocument, {});
    });
  } catch (error) {
    if (!isApiError(error, 'shop_authorization_failed')) throw error;
    log.warn({ shop, reason: refusalOf(error) }, LEFT_OVER);
  }
}

const LEFT_OVER = 'an unlinked shop was not cleaned up';

/** Frees an unlinked shop for other merchants, and schedules the deletion of its orders. */
async function letGo(
  trx: Executor,
  merchantId: string,
  { shop, encryptedToken }: Pick<StoredShop, 'shop' | 'encryptedToken'>,
): Promise<JobPayload<'leave-shop'> | undefined> {
  await releaseShop(trx, shop);
  const kept = { key: `shop orders ${merchantId} ${shop}`, delay: KEPT_FOR };
  await insertJob(trx, 'delete-shop-orders', { merchantId, shop }, kept);
  if (!encryptedToken) return undefined;
  const left = { merchantId, shop, encryptedToken: encryptedToken.toString('base64') };
  const later = { key: `leave ${merchantId} ${shop}`, delay: LEAVE_LATER };
  await insertJob(trx, 'leave-shop', left, later);
  return left;
}

/** Job: delivery orders stay. */
export async function deleteOrdersOfUnlinkedShop(
  { db }: Pick<ShopDeps, 'db'>,
  { merchantId, shop }: JobPayload<'delete-shop-orders'>,
): Promise<void> {
  const linked = await findShop(db, merchantId);
  if (linked?.shop !== shop) await deleteShopOrders(db, merchantId, shop);
}

/** Orders stay until the platform erases them, at most 30 days. Throws `shop_not_linked`. */
export async function unlinkShop(deps: ShopDeps, author: Author, named: string): Promise<void> {
  const { merchantId } = author;
  const left = await deps.db.transaction().execute(async (trx) => {
    await lockLink(trx, merchantId);
    const link = await getShop({ db: trx }, merchantId, named);
    await deleteShop(trx, merchantId);
    await setShopOfProfile(deps, trx, author, undefined);
    await recordLink(trx, author, { at: deps.clock.now(), shop: link.shop, isLinked: false });
    return letGo(trx, merchantId, link);
  });
  if (!left) return;
  await leaveShop(deps, left).catch((error: unknown) => {
    deps.log.warn({ shop: left.shop, error }, 'an unlinked shop is cleaned up later');
  });
}

/** Frees a leaving merchant's shop and queues its clean-up. Does nothing without one. */
export async function releaseShopOf(trx: Executor, merchantId: string): Promise<void> {
  await lockLink(trx, merchantId);
  const link = await findShop(trx, merchantId);
  if (!link) return;
  await deleteShop(trx, merchantId);
  await letGo(trx, merchantId, link);
}

async function setShopOfProfile(
  { clock }: Pick<ShopDeps, 'clock'>,
  trx: Executor,
  { merchantId, username }: Author,
  shop: string | undefined,
): Promise<void> {
  await changeMerchant(trx, clock, { merchantId, actor: username }, (merchant) => {
    const { shopifyShop: _before, ...profile } = merchant;
    return shop === undefined ? profile : { ...profile, shopifyShop: shop };
  });
}

const recordLink = (
  trx: Executor,
  { merchantId, username: actor }: Author,
  { at, shop: subject, isLinked }: { at: number; shop: string; isLinked: boolean },
) =>
  recordSecurityEvent(trx, {
    ...{ at, actor, subject, merchantId },
    action: isLinked ? 'shop.linked' : 'shop.unlinked',
  });
