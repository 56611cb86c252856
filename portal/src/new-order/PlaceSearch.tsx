import type { PlaceSuggestion } from '@portage/contract/places';
import { useTranslation } from 'react-i18next';
import { placesQuery } from './queries.ts';
import { SearchField } from './SearchField.tsx';
import { useSearch } from './use-search.ts';

interface PlaceSearchProps {
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  readonly onPick: (place: PlaceSuggestion) => void;
}

/** The address line that fills the parts of an address (spec 2 §2); Canada and the US only. */
export function PlaceSearch({ text, onTextChange, onPick }: PlaceSearchProps) {
  const { t } = useTranslation('newOrder');
  const search = useSearch(text, placesQuery);
  const isAsked = search.fetchStatus !== 'idle' || search.isFetched;

  return (
    <SearchField
      label={t('recipient.placeSearch')}
      help={t('recipient.placeSearchHelp')}
      listLabel={t('recipient.placesFound')}
      text={text}
      onTextChange={onTextChange}
      items={search.data?.map((place) => ({ id: place.label, label: place.label, place }))}
      isSearching={search.isFetching}
      notice={
        search.isError
          ? t('recipient.searchFailed')
          : isAsked && search.data && t('recipient.noPlace')
      }
      onPick={({ place }) => onPick(place)}
      maxLength={300}
    />
  );
}
