import { proveDamagedRows } from '@/server/testing/damaged-rows'
import { OTHER_TABLES, UNREAD } from './tables.test-data'

proveDamagedRows(OTHER_TABLES, UNREAD)
