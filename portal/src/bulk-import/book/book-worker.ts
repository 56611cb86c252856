import { expose } from 'comlink';
import { ImportBook } from './import-book.ts';

// A thread, so that 50,000 rows do not block the page.
expose(new ImportBook());
