import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { renewSession, sessionForCall } from './keep-session.ts';
import type { Session } from './session.ts';

const device = vi.hoisted(() => ({
  session: undefined as Session | undefined,
  meanwhile: undefined as (() => void) | undefined,
  rejection: undefined as ApiError | undefined,
}));

vi.mock('./session.ts', () => ({
  currentSession: () => device.session,
  continueSession: ({ token }: { token: string }) => {
    device.session = device.session && { ...device.session, token };
    return device.session;
  },
  endSession: () => {
    device.session = undefined;
  },
  claimsOf: () => ({ exp: 0 }),
}));
vi.mock('./request.ts', () => ({
  request: () => {
    device.meanwhile?.();
    if (device.rejection) return Promise.reject(device.rejection);
    return Promise.resolve({ token: 'new', refreshToken: 'renewed' });
  },
}));

const sessionOf = (username: string): Session => ({
  token: `token of ${username}`,
  refreshToken: `refresh token of ${username}`,
  username,
  name: username,
  merchantId: '0195f2a0-0000-7000-8000-000000000001',
  merchantName: 'Maple & Pine',
});
const ada = sessionOf('ada');

const refusal = (code: ApiError['problem']['code'], status: number) =>
  new ApiError({ type: 'about:blank', title: '', detail: '', code, status });

beforeEach(() => {
  device.session = ada;
  device.meanwhile = undefined;
  device.rejection = undefined;
});

test('a session is renewed for the same person', async () => {
  expect(await renewSession(ada)).toEqual({ ...ada, token: 'new' });
});

test('a session is renewed where the browser blocks storage, and locks with it', async () => {
  vi.spyOn(navigator.locks, 'request').mockRejectedValueOnce(new DOMException('', 'SecurityError'));
  expect(await renewSession(ada)).toEqual({ ...ada, token: 'new' });
});

test('a call waiting for a renewal does not get the session of a user who signed in before', async () => {
  device.session = sessionOf('bo');
  expect(await renewSession(ada)).toBeUndefined();
});

test('a call waiting for a renewal does not get the session of a user who signed in meanwhile', async () => {
  const bo = sessionOf('bo');
  device.meanwhile = () => {
    device.session = bo;
  };
  expect(await renewSession(ada)).toBeUndefined();
  expect(device.session).toBe(bo);
});

test.each([
  { code: 'refresh_refused', status: 401, ends: true },
  { code: 'too_many_attempts', status: 429, ends: false },
  { code: 'not_ready', status: 503, ends: false },
  { code: 'unreachable', status: 0, ends: false },
] as const)('a renewal that is refused as $code ends the session: $ends', async (refused) => {
  device.rejection = refusal(refused.code, refused.status);
  expect(await renewSession(ada)).toBeUndefined();
  expect(device.session).toEqual(refused.ends ? undefined : ada);
});

test.each([
  { status: 401, goes: 'in none', session: undefined },
  { status: 503, goes: 'in the old one', session: ada },
] as const)(
  'a call whose session is refused a renewal with $status goes $goes',
  async (refused) => {
    device.rejection = refusal('not_ready', refused.status);
    expect(await sessionForCall()).toEqual(refused.session);
  },
);
