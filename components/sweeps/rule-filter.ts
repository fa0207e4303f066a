import { parseAsPage } from '@/components/filters/parse-as-page'

/** The rule list's state in the URL, read alike by the page and by the list. */
export const ruleFilter = { page: parseAsPage }
