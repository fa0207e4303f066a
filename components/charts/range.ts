import { parseAsStringLiteral } from 'nuqs/server'
import { ACTIVITY_DAYS } from '@/schemas/activity/words'

/** The period of the charts of a page, in the URL. The page and its charts read it. */
export const chartRange = { days: parseAsStringLiteral(ACTIVITY_DAYS).withDefault('7') }
