import { proveDamagedRows } from '@/server/testing/damaged-rows'
import { TABLES_OF_CHAINS } from './tables.test-data'

proveDamagedRows(TABLES_OF_CHAINS)
