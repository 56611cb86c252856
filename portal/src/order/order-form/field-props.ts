import type { GetInputPropsReturnType } from '@mantine/form';

/** What a form of Mantine gives an input: value, error and handlers. */
export type FieldProps = GetInputPropsReturnType;
