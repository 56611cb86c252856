import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  type ElementProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';

type LinkOf<Props> = Props & ElementProps<'a', Extract<keyof Props, string>>;

export const LinkButton = createLink((props: LinkOf<ButtonProps>) => (
  <Button component="a" {...props} />
));

export const LinkAnchor = createLink((props: LinkOf<AnchorProps>) => <Anchor {...props} />);
