import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsMetadata } from '@/components/filters/parse-as-metadata'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'
import { TOKEN_STATUSES, type TokenStatus } from '@/schemas/tokens/words'
import { toMetadata } from '@/server/text/metadata-pair'

/** The token list's state in the URL, read alike by the page and by the list. */
export const tokenFilter = {
  status: parseAsStringLiteral(TOKEN_STATUSES),
  search: parseAsText.withDefault(''),
  metadata: parseAsMetadata,
  page: parseAsPage,
}

type TokenListFilter = { status: TokenStatus | null; search: string; metadata: string; page: number }

export function toTokenInput(projectId: string, { status, search, metadata, page }: TokenListFilter) {
  const text = search.slice(0, 120) || undefined
  return { projectId, status: status ?? undefined, search: text, metadata: toMetadata(metadata), page }
}

const TOKEN_TABS = ['overview', 'holders', 'wallets', 'coupons', 'operations'] as const
export type TokenTab = (typeof TOKEN_TABS)[number]

/** The tab and page number of a token's page, in its URL. */
export const tokenPageFilter = { tab: parseAsStringLiteral(TOKEN_TABS).withDefault('overview'), page: parseAsPage }
