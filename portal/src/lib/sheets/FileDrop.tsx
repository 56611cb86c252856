import '@mantine/dropzone/styles.layer.css';
import { Loader, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import classes from './FileDrop.module.css';

interface FileDropProps {
  readonly text: string;
  readonly formats: string;
  readonly fieldLabel: string;
  readonly reading?: string | undefined;
  readonly isMultiple?: boolean;
  readonly onDrop: (files: File[]) => void;
}

export function FileDrop(props: FileDropProps) {
  const { text, formats, fieldLabel, reading, isMultiple = false, onDrop } = props;
  return (
    <Dropzone
      multiple={isMultiple}
      onDrop={onDrop}
      className={classes['drop'] ?? ''}
      // The field takes the keyboard; its surroundings have no role.
      tabIndex={-1}
      inputProps={{ 'aria-label': fieldLabel, tabIndex: 0 }}
    >
      <Stack align="center" gap={4}>
        {reading === undefined ? (
          <IconUpload size={28} stroke={1.5} aria-hidden />
        ) : (
          <Loader size={28} aria-label={reading} />
        )}
        <Text fw={500} ta="center">
          {text}
        </Text>
        <Text size="sm" c="dimmed" ta="center">
          {formats}
        </Text>
      </Stack>
    </Dropzone>
  );
}
