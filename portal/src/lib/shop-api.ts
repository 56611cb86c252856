import type { AnswerOf, CallOf, Endpoint } from '@portage/contract/endpoint';
import { callApi } from './api.ts';
import { appConfig } from './app-config.ts';
import type { CallOptions } from './request.ts';

export const shopHost = (): CallOptions => ({ base: appConfig().shopUrl ?? '/shop' });

export function callShop<E extends Endpoint>(
  endpoint: E,
  call: CallOf<E>,
  options: CallOptions = {},
): Promise<AnswerOf<E>> {
  return callApi(endpoint, call, { ...shopHost(), ...options });
}
