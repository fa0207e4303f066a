import { parseAsStringLiteral } from 'nuqs/server'
import { parseAsChainId } from '@/components/filters/parse-as-chain-id'
import { parseAsId } from '@/components/filters/parse-as-id'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'
import { parsePeriodEnd } from '@/components/filters/parse-period-end'
import { DEPOSIT_STAGES, type DepositStage } from '@/schemas/deposits/words'

/** The deposit list's state in the URL, read alike by the page and by the list. */
export const depositFilter = {
  stage: parseAsStringLiteral(DEPOSIT_STAGES),
  chainId: parseAsChainId,
  walletId: parseAsId,
  search: parseAsText.withDefault(''),
  from: parseAsText.withDefault(''),
  to: parseAsText.withDefault(''),
  page: parseAsPage,
}

export type DepositListFilter = {
  stage?: DepositStage | null
  chainId?: number | null
  walletId?: string | null
  search?: string
  from?: string
  to?: string
  page?: number
}

export function toDepositInput(projectId: string, filter: DepositListFilter) {
  return {
    projectId,
    stage: filter.stage ?? undefined,
    chainId: filter.chainId ?? undefined,
    walletId: filter.walletId ?? undefined,
    search: filter.search || undefined,
    from: parsePeriodEnd(filter.from),
    to: parsePeriodEnd(filter.to),
    page: filter.page ?? 1,
  }
}
