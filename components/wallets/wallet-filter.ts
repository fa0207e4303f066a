import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'
import { CHAIN_TYPES } from '@/schemas/transactions/words'
import type { WalletView } from '@/schemas/wallets/contract'

/** The wallet list's state in the URL, read alike by the page and by the list. */
export const walletFilter = {
  chainType: parseAsStringLiteral(CHAIN_TYPES),
  search: parseAsText.withDefault(''),
  page: parseAsPage,
}

type Filter = { chainType: WalletView['chainType'] | null; search: string; page: number }

export function toWalletInput(projectId: string, { chainType, search, page }: Filter) {
  return { projectId, chainType: chainType ?? undefined, search: search.slice(0, 120) || undefined, page }
}
