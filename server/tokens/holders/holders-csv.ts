import type { HolderView } from '@/schemas/tokens/holders/contract'
import { csvRow } from '@/server/text/csv'

/** The column names; a file of wallets to register has the first four (`readWalletFile`). */
const HEAD = ['address', 'investorId', 'label', 'country', 'balance', 'sharePercent', 'isFrozen']

type Line = Pick<HolderView, 'address' | 'investorId' | 'label' | 'balance' | 'sharePercent' | 'isFrozen'> & {
  country: string
}

/** Holders as lines of a CSV file, after the column names if `isFirst`. */
export function holdersCsv(holders: readonly Line[], isFirst: boolean): string {
  const lines = holders.map(({ address, investorId, label, country, balance, sharePercent, isFrozen }) => [
    address,
    investorId ?? '',
    label,
    country,
    balance,
    sharePercent,
    String(isFrozen),
  ])
  return [...(isFirst ? [HEAD] : []), ...lines].map(csvRow).join('')
}
