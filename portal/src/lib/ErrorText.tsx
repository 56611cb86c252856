import type { ReactNode } from 'react';
import { FieldErrors } from './FieldErrors.tsx';
import { RequestId } from './RequestId.tsx';

interface ErrorTextProps {
  /** What happened and what to do; by default the message of `cause`. */
  readonly message: ReactNode;
  /** What was caught; an error of the server brings its request id to copy. */
  readonly cause: unknown;
}

/** What a notification says of an error. */
export function ErrorText({ message, cause }: ErrorTextProps) {
  return (
    <>
      {message ?? (
        <>
          {cause instanceof Error && cause.message}
          <FieldErrors error={cause} />
        </>
      )}
      <RequestId error={cause} />
    </>
  );
}
