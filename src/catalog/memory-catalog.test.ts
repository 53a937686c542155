import { describeCatalog } from './food-catalog.case.ts';
import { createMemoryCatalog } from './memory-catalog.ts';

describeCatalog('memory catalog', createMemoryCatalog);
