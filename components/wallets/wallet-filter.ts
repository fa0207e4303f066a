import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'

/** The wallet list's state in the URL, read alike by the page and by the list. */
export const walletFilter = {
  chainType: parseAsStringLiteral(['EVM', 'SOLANA'] as const),
  search: parseAsText.withDefault(''),
  page: parseAsPage,
}

type Filter = { chainType: 'EVM' | 'SOLANA' | null; search: string; page: number }

export function toWalletInput(projectId: string, { chainType, search, page }: Filter) {
  return { projectId, chainType: chainType ?? undefined, search: search.slice(0, 120) || undefined, page }
}
