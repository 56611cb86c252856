import { placeEndpoints, type PlaceSuggestion } from '@portage/contract/places';
import { queryOptions } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callApi } from '../api.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { useSearch } from '../use-search.ts';

interface PlaceSearchProps {
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  readonly onPick: (place: PlaceSuggestion) => void;
}

/** The address line that fills the parts of an address (spec 2 §2); Canada and the US only. */
export function PlaceSearch({ text, onTextChange, onPick }: PlaceSearchProps) {
  const { t } = useTranslation('address');
  const search = useSearch(text, placesQuery);

  return (
    <SearchField
      label={t('search.name')}
      help={t('search.help')}
      listLabel={t('search.found')}
      text={text}
      onTextChange={onTextChange}
      items={search.data?.map((place) => ({ id: place.label, label: place.label, place }))}
      isSearching={search.isFetching}
      isCurrent={search.isCurrent}
      notice={
        search.isError ? t('search.failed') : search.isAsked && search.data && t('search.nothing')
      }
      onPick={({ place }) => onPick(place)}
      maxLength={300}
    />
  );
}

/** Places that complete a typed address line; nothing is asked before three characters. */
function placesQuery(text: string) {
  return queryOptions({
    queryKey: ['places', text],
    queryFn: async ({ signal }) =>
      (await callApi(placeEndpoints.suggest, { query: { text } }, { signal })).suggestions,
    enabled: text.length >= 3,
  });
}
