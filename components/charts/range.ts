import { parseAsStringLiteral } from 'nuqs/server'
import { ACTIVITY_DAYS } from '@/schemas/activity/words'

/** How far back the charts of a page go, in the URL; read alike by the page and by its charts. */
export const chartRange = { days: parseAsStringLiteral(ACTIVITY_DAYS).withDefault('7') }
