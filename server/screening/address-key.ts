import { sql } from 'drizzle-orm'

/** The form in which addresses are compared: EVM in lower case, Solana as it is. */
export function addressKey(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address
}

/** `addressKey` of the column `blocked_addresses.address`, in the expression of its unique index. */
export const STORED_KEY = sql.raw(
  `(case when blocked_addresses.address like '0x%' then lower(blocked_addresses.address) else blocked_addresses.address end)`,
)
