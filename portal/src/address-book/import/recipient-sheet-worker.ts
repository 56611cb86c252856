import { expose } from 'comlink';
import { RecipientSheet } from './recipient-sheet.ts';

// A thread, so that 100,000 rows do not block the page.
expose(new RecipientSheet());
