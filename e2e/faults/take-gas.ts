import type { World } from './check/world'

/** At rest only: takes the gas out of all wallets and out of the books, so that their next transfers need top-ups. */
export async function takeGas({ sql, chains, wallets }: World): Promise<void> {
  for (const { chainId, reader } of chains) {
    await reader.emptyOfGas(wallets)
    await sql`update lanes set gas_float_units = 0 where chain_id = ${chainId} and address = any(${[...wallets]})`
  }
}
