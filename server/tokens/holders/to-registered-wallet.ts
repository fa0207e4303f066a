import type { tokenWallets } from '@/db/schema'
import type { RegisteredWalletView } from '@/schemas/tokens/holders/contract'
import { formatAmount } from '@/server/money/amount'

type Row = typeof tokenWallets.$inferSelect
type Beside = { /** The decimals of the token. */ decimals: number; isBlocked: boolean }

/** A registered wallet as `/v1` and the portal show it. */
export function toRegisteredWallet(row: Row, { decimals, isBlocked }: Beside): RegisteredWalletView {
  const { address, investorId, label, country, isRegistered, isFrozen, balanceUnits, createdAt } = row
  const balance = formatAmount(balanceUnits, decimals)
  const states = { isRegistered, isFrozen, isBlocked }
  return { address, investorId, label, country, ...states, balance, createdAt: createdAt.toISOString() }
}
