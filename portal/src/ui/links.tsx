import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  type ElementProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';

type LinkOf<Props> = Props & ElementProps<'a', Extract<keyof Props, string>>;

/** A link to a page of the portal that looks like a button. */
export const LinkButton = createLink((props: LinkOf<ButtonProps>) => (
  <Button component="a" {...props} />
));

/** A link to a page of the portal within text. */
export const LinkAnchor = createLink((props: LinkOf<AnchorProps>) => <Anchor {...props} />);
