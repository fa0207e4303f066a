import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsMetadata } from '@/components/filters/parse-as-metadata'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'
import { CHAIN_TYPES } from '@/schemas/transactions/words'
import type { WalletView } from '@/schemas/wallets/contract'
import { toMetadata } from '@/server/text/metadata-pair'

/** The wallet list's state in the URL, read alike by the page and by the list. */
export const walletFilter = {
  chainType: parseAsStringLiteral(CHAIN_TYPES),
  search: parseAsText.withDefault(''),
  metadata: parseAsMetadata,
  page: parseAsPage,
}

type Filter = { chainType: WalletView['chainType'] | null; search: string; metadata: string; page: number }

export function toWalletInput(projectId: string, { chainType, search, metadata, page }: Filter) {
  const text = search.slice(0, 120) || undefined
  return { projectId, chainType: chainType ?? undefined, search: text, metadata: toMetadata(metadata), page }
}
