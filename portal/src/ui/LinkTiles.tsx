import { SimpleGrid } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import '@mantine/core/styles/SimpleGrid.layer.css';
import classes from './LinkTiles.module.css';

/** A page to go to, and what it is for. */
export interface Tile {
  readonly to: NonNullable<LinkProps['to']>;
  readonly title: string;
  readonly text: string;
  readonly Icon: Icon;
}

/** Pages to choose from, each a tile. */
export function LinkTiles({ tiles }: { readonly tiles: readonly Tile[] }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md" maw={960}>
      {tiles.map(({ to, title, text, Icon }) => (
        <Link key={to} to={to} className={classes['tile'] ?? ''}>
          <Icon size={28} aria-hidden className={classes['icon'] ?? ''} />
          <span className={classes['title']}>{title}</span>
          <span className={classes['text']}>{text}</span>
        </Link>
      ))}
    </SimpleGrid>
  );
}
