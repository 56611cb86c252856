import { Combobox } from '@mantine/core';
import classes from './PaletteList.module.css';
import type { PaletteGroup, PaletteOption } from './use-palette-groups.tsx';

interface PaletteListProps {
  readonly id: string;
  readonly name: string;
  readonly groups: readonly PaletteGroup[];
  readonly current: PaletteOption | undefined;
  readonly onPoint: (option: PaletteOption) => void;
  readonly onPick: (option: PaletteOption) => void;
}

/** The search box names the current option by it. */
export const optionElementId = (listId: string, option: PaletteOption) => `${listId}-${option.id}`;

/** The search box has focus and keyboard. */
export function PaletteList({ id, name, groups, current, onPoint, onPick }: PaletteListProps) {
  return (
    <Combobox>
      <Combobox.Options id={id} aria-label={name} className={classes['list']}>
        {groups.map((group) => (
          <Combobox.Group
            key={group.name}
            label={group.name}
            classNames={{ groupLabel: classes['group'] ?? '' }}
          >
            {group.options.map((option) => (
              <Combobox.Option
                key={option.id}
                id={optionElementId(id, option)}
                value={option.id}
                selected={option.id === current?.id}
                aria-selected={option.id === current?.id}
                className={classes['option']}
                onMouseMove={() => onPoint(option)}
                onClick={() => onPick(option)}
              >
                {option.content}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
    </Combobox>
  );
}
