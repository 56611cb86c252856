import { z } from 'zod';
import type { EpochMillis } from '@portage/contract/time';
import { ApiError, ignoring, isApiError } from '../api-error.ts';
import type { Deps } from '../deps.ts';
import { shopDocument } from './shop-documents.ts';
import type { ShopDocument, ShopPlatform } from './shop-platform.ts';
import { findShop, forgetToken, type StoredShop, updateShop } from './shop-queries.ts';
import { decryptTokens, isDue, refreshTokens } from './shop-tokens.ts';

export type ShopDeps = Deps & { shopPlatform: ShopPlatform };

export type Ask = <Data extends z.ZodType>(
  document: ShopDocument<Data>,
  variables: Readonly<Record<string, unknown>>,
) => Promise<z.output<Data>>;

/** Throws `shop_not_linked`, also when `shop` is another one. */
export async function getShop(
  { db }: Pick<Deps, 'db'>,
  merchantId: string,
  shop?: string,
): Promise<StoredShop> {
  const found = await findShop(db, merchantId);
  if (!found || (shop !== undefined && found.shop !== shop)) {
    throw new ApiError('shop_not_linked', { shop: shop ?? '' });
  }
  return found;
}

/** The platform's message, or ours. */
export function refusalText(error: ApiError): string {
  const { message } = error.values;
  return typeof message === 'string' ? message : error.detail('en');
}

/** Answer of a mutation, with refusals in `userErrors`. */
const Mutated = z.record(
  z.string(),
  z.looseObject({ userErrors: z.array(z.looseObject({ message: z.string() })) }),
);

/** First refusal of a mutation's answer, or the platform's error. */
export function refusalOf(outcome: unknown): string | undefined {
  if (isApiError(outcome)) return refusalText(outcome);
  const { data = {} } = Mutated.safeParse(outcome);
  return Object.values(data).flatMap(({ userErrors }) => userErrors)[0]?.message;
}

/** Throws `shop_not_linked`, and `shop_authorization_failed` after deleting revoked tokens. */
export async function withShop<Result>(
  deps: ShopDeps,
  { merchantId, shop: named }: { merchantId: string; shop?: string },
  work: (ask: Ask, shop: StoredShop) => Promise<Result>,
): Promise<Result> {
  const { db, clock, log, secrets, shopPlatform } = deps;
  const stored = await getShop(deps, merchantId, named);
  const { shop, encryptedToken } = stored;
  if (!encryptedToken) throw new ApiError('shop_authorization_failed', { shop });
  let tokens = decryptTokens(secrets, merchantId, encryptedToken);
  let lastError: { message: string; at: EpochMillis } | undefined;
  const note = (outcome: unknown) => {
    const message = refusalOf(outcome);
    if (message === undefined) return;
    lastError = { message, at: clock.now() };
    log.warn({ shop, reason: message }, 'the shop refused a call');
  };
  const askOnce: Ask = async (document, variables) => {
    if (isDue(tokens, clock.now())) tokens = await refreshTokens(deps, merchantId, stored, tokens);
    const { token, refreshToken } = tokens;
    try {
      return await shopPlatform.ask({ shop, token }, document, variables);
    } catch (error) {
      const isRefused = isApiError(error, 'shop_authorization_failed');
      if (!isRefused || refreshToken === undefined) throw error;
      // Another process may have replaced it.
      tokens = await refreshTokens(deps, merchantId, stored, { token });
      return shopPlatform.ask({ shop, token: tokens.token }, document, variables);
    }
  };
  const ask: Ask = async (document, variables) => {
    try {
      const answer = await askOnce(document, variables);
      note(answer);
      return answer;
    } catch (error) {
      note(error);
      throw error;
    }
  };
  try {
    return await work(ask, stored);
  } catch (error) {
    if (isApiError(error, 'shop_authorization_failed')) {
      await forgetToken(db, merchantId, stored.linkedAt);
    }
    throw error;
  } finally {
    if (lastError) await updateShop(db, merchantId, { lastError }, shop);
  }
}

/** Throws `shop_unavailable`, `shop_frozen` and `shop_rejected`. */
export async function acceptsToken(
  deps: ShopDeps,
  linked: { merchantId: string; shop: string },
): Promise<boolean> {
  try {
    await withShop(deps, linked, (ask) => ask(shopDocument, {}));
    return true;
  } catch (error) {
    if (!isApiError(error, 'shop_authorization_failed', 'shop_not_linked')) throw error;
    return false;
  }
}

/** Ends quietly when the shop was unlinked or revoked the token. */
export const whileLinked = (work: () => Promise<void>): Promise<void> =>
  work().catch(ignoring('shop_not_linked', 'shop_authorization_failed'));

interface Page<Node> {
  nodes: readonly Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** Pages of an order's nodes: five hold the 500 items that the platform allows. */
const MOST_PAGES = 20;

/** Reads the nodes of a page and of all later ones. Throws `shop_order_unreadable` for too many. */
export async function allNodes<Node>(
  { id, field }: { id: string; field: string },
  first: Page<Node> | undefined,
  readAfter: (after: string) => Promise<Page<Node> | undefined>,
): Promise<Node[]> {
  const nodes: Node[] = [];
  let page = first;
  for (let pages = 1; page; pages += 1) {
    if (pages > MOST_PAGES) throw new ApiError('shop_order_unreadable', { id, field });
    nodes.push(...page.nodes);
    const { hasNextPage, endCursor } = page.pageInfo;
    page = hasNextPage && endCursor !== null ? await readAfter(endCursor) : undefined;
  }
  return nodes;
}

/** Converts the id of a shop order to the platform's, and back. */
export const orderGid = (shopOrderId: string): string => `gid://shopify/Order/${shopOrderId}`;
export const numberOf = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1);

/** Throws `shop_rejected` with the platform's first refusal. */
export function requireNoUserErrors(userErrors: readonly { message: string }[]): void {
  const [first] = userErrors;
  if (first) throw new ApiError('shop_rejected', { message: first.message });
}
