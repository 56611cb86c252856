import { Menu, type MenuProps, Popover, type PopoverProps, Tooltip } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type ReactNode, type Ref, type RefObject, useImperativeHandle } from 'react';

interface TargetProps {
  readonly target: RefObject<HTMLElement | null>;
}

interface FloatingMenuProps extends TargetProps, MenuProps {
  readonly opened: boolean;
  readonly renderItems: (menu: typeof Menu) => ReactNode;
}

export function FloatingMenu({ target, opened, renderItems, ...menu }: FloatingMenuProps) {
  // A menu that mounts open does not record the focus.
  const isMounted = useMounted();
  return (
    <Menu opened={opened && isMounted} {...menu}>
      <Menu.Target>
        <StandIn target={target} />
      </Menu.Target>
      <Menu.Dropdown>{renderItems(Menu)}</Menu.Dropdown>
    </Menu>
  );
}

interface FloatingPopoverProps extends TargetProps, PopoverProps {
  readonly opened: boolean;
}

export function FloatingPopover({ target, opened, children, ...popover }: FloatingPopoverProps) {
  const isMounted = useMounted();
  return (
    <Popover opened={opened && isMounted} {...popover}>
      <Popover.Target>
        <StandIn target={target} />
      </Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  );
}

interface FloatingHintProps extends TargetProps {
  readonly id: string;
  readonly label: string | undefined;
}

export function FloatingHint({ id, target, label }: FloatingHintProps) {
  return (
    <Tooltip opened target={target} label={<span id={id}>{label}</span>} multiline maw={320} />
  );
}

interface StandInProps extends TargetProps {
  readonly ref?: Ref<HTMLElement>;
}

/** Makes the existing button Mantine's target. */
function StandIn({ target, ref }: StandInProps) {
  useImperativeHandle(ref, () => target.current as HTMLElement, [target]);
  return null;
}
