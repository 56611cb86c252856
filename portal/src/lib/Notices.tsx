import '@mantine/core/styles/List.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { List } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from './api-error.ts';
import { RequestId } from './RequestId.tsx';

export { Notifications, notifications } from '@mantine/notifications';

function FieldErrors({ error }: { readonly error: unknown }) {
  const errors = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  if (errors.length === 0) return undefined;
  return (
    <List size="sm" mt={4}>
      {errors.map(({ path, message }) => (
        <List.Item key={path}>{message}</List.Item>
      ))}
    </List>
  );
}

interface ErrorTextProps {
  /** By default the message of `cause`. */
  readonly message: ReactNode;
  readonly cause: unknown;
}

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
