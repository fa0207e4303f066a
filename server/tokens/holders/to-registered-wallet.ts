import type { tokenWallets } from '@/db/schema'
import type { RegisteredWalletView } from '@/schemas/tokens/holders/contract'
import { formatAmount } from '@/server/money/amount'

type Row = typeof tokenWallets.$inferSelect

/** A registered wallet as `/v1` and the portal show it. `decimals` of its token. */
export function toRegisteredWallet(row: Row, decimals: number): RegisteredWalletView {
  const { address, investorId, label, country, isRegistered, isFrozen, balanceUnits, createdAt } = row
  const balance = formatAmount(balanceUnits, decimals)
  return { address, investorId, label, country, isRegistered, isFrozen, balance, createdAt: createdAt.toISOString() }
}
