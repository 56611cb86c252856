import type { Route } from '@playwright/test';
import type { FieldError } from '../contract/src/errors.ts';

/** The request id that every error of `refuse` carries. */
export const REQUEST_ID = '0198f3a0-1111-7000-8000-00000000abcd';

/** Answers a call with an error that a healthy server does not produce. */
export function refuse(route: Route, status = 403, errors?: readonly FieldError[]): Promise<void> {
  return route.fulfill({
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({
      type: 'about:blank',
      title: 'Not done',
      status,
      detail: 'The server would not do it.',
      code: 'forbidden',
      errors,
      requestId: REQUEST_ID,
    }),
  });
}
