import { parseAsPage } from '@/components/filters/parse-as-page'

export const proposalsFilter = { page: parseAsPage }
