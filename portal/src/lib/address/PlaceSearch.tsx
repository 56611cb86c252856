import { useUncontrolled } from '@mantine/hooks';
import { queryOptions } from '@tanstack/react-query';
import { type ClipboardEvent, useRef } from 'react';
import {
  placeEndpoints,
  type PlaceSuggestion,
  type ReadAddress,
} from '@portage/contract/addresses/places';
import { useTranslation } from '../../i18n/i18n.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { callApi } from '../api.ts';
import { newKey } from '../attempt.ts';
import { callKey } from '../call-query.ts';
import { notifyError } from '../notify.tsx';
import { useSearch } from '../use-search.ts';

interface PlaceSearchProps {
  /** The typed text, where it is kept. */
  readonly value?: string;
  readonly onChange?: (text: string) => void;
  readonly onPick: (address: PlaceSuggestion['address']) => void;
  /** Takes a pasted address; without it a paste only searches. */
  readonly onRead?: (read: ReadAddress) => void;
}

/** Matches a whole address. */
const WHOLE_ADDRESS = /[\r\n]|[A-Z]\d[A-Z] ?\d[A-Z]\d|,.*\b\d{5}\b/i;

const MOST_READ = 1000;

/** Fills the parts of an address (spec 2 §2). */
export function PlaceSearch({ onPick, onRead, ...field }: PlaceSearchProps) {
  const { t } = useTranslation('address');
  const [text, setText] = useUncontrolled({ defaultValue: '', ...field });
  /** Groups a search for the places service, until the pick. */
  const session = useRef(newKey());
  const search = useSearch(text, (typed) => placesQuery(typed, session.current));

  /** Fetches the address of services that suggest only an id. */
  async function pick({ placeId, ...place }: PlaceSuggestion): Promise<void> {
    const { current } = session;
    session.current = newKey();
    if (placeId === undefined) return take(place);
    try {
      take(await callApi(placeEndpoints.details, { query: { placeId, session: current } }));
    } catch (cause) {
      take(place);
      notifyError({ title: t('search.failed'), message: place.label, cause });
    }
  }

  function take({ label, address }: PlaceSuggestion): void {
    setText(label);
    onPick(address);
  }

  /** An unreadable address stays as search text. */
  async function readPasted(pasted: string): Promise<void> {
    setText(pasted.replace(/\s+/g, ' ').trim().slice(0, 300));
    try {
      onRead?.(await callApi(placeEndpoints.read, { body: { text: pasted } }));
    } catch (cause) {
      notifyError({ title: t('search.failed'), cause });
    }
  }

  function takePaste(event: ClipboardEvent): void {
    const pasted = event.clipboardData.getData('text').slice(0, MOST_READ);
    if (!onRead || !WHOLE_ADDRESS.test(pasted)) return;
    event.preventDefault();
    void readPasted(pasted);
  }

  return (
    <SearchField
      label={t('search.name')}
      help={t(onRead ? 'search.pasteHelp' : 'search.help')}
      listLabel={t('search.found')}
      text={text}
      onTextChange={setText}
      items={search.data?.map((place) => ({
        id: place.placeId ?? place.label,
        label: place.label,
        place,
      }))}
      isSearching={search.isFetching}
      isCurrent={search.isCurrent}
      notice={
        search.isError ? t('search.failed') : search.isAsked && search.data && t('search.nothing')
      }
      onPick={({ place }) => void pick(place)}
      onPaste={takePaste}
      maxLength={300}
    />
  );
}

function placesQuery(text: string, session: string) {
  return queryOptions({
    // Without the session: suggestions depend on the text alone.
    queryKey: [...callKey(placeEndpoints.suggest), text],
    queryFn: async ({ signal }) =>
      (await callApi(placeEndpoints.suggest, { query: { text, session } }, { signal })).suggestions,
    enabled: text.length >= 3,
  });
}
