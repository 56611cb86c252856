import { SimpleGrid, UnstyledButton } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './LinkTiles.module.css';

export type Tile = {
  readonly title: string;
  readonly text: string;
  readonly Icon: Icon;
} & ({ readonly to: NonNullable<LinkProps['to']> } | { readonly onOpen: () => void });

export function LinkTiles({ tiles }: { readonly tiles: readonly Tile[] }) {
  return (
    <SimpleGrid
      type="container"
      cols={{ base: 1, '31.25em': 2, '50em': 3, '100em': 6 }}
      spacing="sm"
    >
      {tiles.map((tile) =>
        'to' in tile ? (
          <Link key={tile.title} to={tile.to} className={classes['tile'] ?? ''}>
            <TileContent {...tile} />
          </Link>
        ) : (
          <UnstyledButton
            key={tile.title}
            className={classes['tile'] ?? ''}
            onClick={tile.onOpen}
            aria-haspopup="dialog"
          >
            <TileContent {...tile} />
          </UnstyledButton>
        ),
      )}
    </SimpleGrid>
  );
}

function TileContent({ title, text, Icon }: Pick<Tile, 'title' | 'text' | 'Icon'>) {
  return (
    <>
      <Icon size={28} aria-hidden className={classes['icon'] ?? ''} />
      <span className={classes['title']}>{title}</span>
      <span className={classes['text']}>{text}</span>
    </>
  );
}
