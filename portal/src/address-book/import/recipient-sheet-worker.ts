import { expose } from 'comlink';
import { RecipientSheet } from './recipient-sheet.ts';

// A thread of its own: 100,000 rows are read and checked without a pause of the page.
expose(new RecipientSheet());
