import { List } from '@mantine/core';
import { ApiError } from './api-error.ts';
import '@mantine/core/styles/List.layer.css';

interface FieldErrorsProps {
  /** What was caught; only an error of the server names values. */
  readonly error: unknown;
}

/** What the server says of each value it refused; nothing when it named none. */
export function FieldErrors({ error }: FieldErrorsProps) {
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
