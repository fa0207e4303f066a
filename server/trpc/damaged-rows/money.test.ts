import { proveDamagedRows } from '@/server/testing/damaged-rows'
import { TABLES_OF_MONEY } from './tables.test-data'

proveDamagedRows(TABLES_OF_MONEY)
