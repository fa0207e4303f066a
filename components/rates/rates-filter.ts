import { parseAsPage } from '@/components/filters/parse-as-page'

/** The page of the list of rates, in the URL. */
export const ratesFilter = { page: parseAsPage }
