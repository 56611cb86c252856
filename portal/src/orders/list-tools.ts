export { exportMatching, exportSelected, ExportSteps } from './export/ExportSteps.tsx';
export { fulfillInShop, syncTagsWithShop } from '../order/bulk-run/shop-actions.ts';
export { DayRangeChoices, FilterDialog, FilterFields } from './filters/FilterFields.tsx';
export { LocationModal } from './LocationModal.tsx';
export { ColumnChoices } from './views/ColumnChoices.tsx';
