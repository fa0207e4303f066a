import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsPage } from '@/components/filters/parse-as-page'

/** The wallet list's state in the URL, read alike by the page and by the list. */
export const walletFilter = {
  chainType: parseAsStringLiteral(['EVM', 'SOLANA'] as const),
  page: parseAsPage,
}

type Filter = { chainType: 'EVM' | 'SOLANA' | null; page: number }

export function toWalletInput(projectId: string, { chainType, page }: Filter) {
  return { projectId, chainType: chainType ?? undefined, page }
}
