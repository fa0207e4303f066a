import { parseAsPage } from '@/components/filters/parse-as-page'

/** The page of the list of strays, in the URL. */
export const unmatchedDepositFilter = { page: parseAsPage }
