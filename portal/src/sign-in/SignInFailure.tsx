import { ApiError } from '../lib/api-error.ts';

/** Why a sign-in failed, kept under the id and with the status the spec gives it (spec 1 §8). */
export function SignInFailure({ error }: { readonly error: Error }) {
  const status = error instanceof ApiError ? error.problem.status : undefined;
  return (
    <span id="LOGIN_FAIL" data-status={status}>
      {error.message}
    </span>
  );
}
