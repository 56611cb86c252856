import { Menu, type MenuProps, Popover, type PopoverProps, Tooltip } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { type ReactNode, type Ref, type RefObject, useImperativeHandle } from 'react';

type Target = RefObject<HTMLElement | null>;

interface FloatingProps {
  readonly id: string;
  readonly target: Target;
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
}

interface FloatingMenuProps extends FloatingProps {
  readonly place: MenuProps;
  readonly renderItems: (menu: typeof Menu) => ReactNode;
}

export function FloatingMenu({
  id,
  target,
  isOpen,
  onChange,
  place,
  renderItems,
}: FloatingMenuProps) {
  // A menu that is open at once does not record the focus.
  const isMounted = useMounted();
  return (
    <Menu id={id} opened={isOpen && isMounted} onChange={onChange} {...place}>
      <Menu.Target>
        <StandIn target={target} />
      </Menu.Target>
      <Menu.Dropdown>{renderItems(Menu)}</Menu.Dropdown>
    </Menu>
  );
}

interface FloatingPopoverProps extends FloatingProps {
  readonly place: PopoverProps;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

export function FloatingPopover(props: FloatingPopoverProps) {
  const { id, target, isOpen, onChange, place, className, children } = props;
  const isMounted = useMounted();
  return (
    <Popover id={id} opened={isOpen && isMounted} onChange={onChange} {...place}>
      <Popover.Target>
        <StandIn target={target} />
      </Popover.Target>
      <Popover.Dropdown className={className ?? ''}>{children}</Popover.Dropdown>
    </Popover>
  );
}

interface FloatingHintProps {
  readonly id: string;
  readonly target: Target;
  readonly label: string | undefined;
}

export function FloatingHint({ id, target, label }: FloatingHintProps) {
  return (
    <Tooltip opened target={target} label={<span id={id}>{label}</span>} multiline maw={320} />
  );
}

interface StandInProps {
  readonly target: Target;
  readonly ref?: Ref<HTMLElement>;
}

/** Makes the existing button Mantine's target. */
function StandIn({ target, ref }: StandInProps) {
  useImperativeHandle(ref, () => target.current as HTMLElement, [target]);
  return null;
}
