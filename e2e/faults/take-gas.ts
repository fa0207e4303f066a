import type { World } from './check/world'

/** At rest only: takes the gas out of all wallets and out of the books, so that their next transfers need top-ups. */
export async function takeGas({ sql, chains, wallets, takenGas }: World): Promise<void> {
  for (const { chainId, reader } of chains) {
    await reader.emptyOfGas(wallets)
    const taken = await sql<{ address: string; units: string }[]>`
      with held as (
        select address, wallet_id, gas_float_units as units from lanes
        where chain_id = ${chainId} and address = any(${[...wallets]}) and gas_float_units <> 0 for update
      )
      update lanes l set gas_float_units = 0 from held h where l.chain_id = ${chainId} and l.wallet_id = h.wallet_id
      returning h.address, h.units::text as units`
    for (const { address, units } of taken) {
      const name = `${chainId} ${address}`
      takenGas.set(name, (takenGas.get(name) ?? 0n) + BigInt(units))
    }
  }
}
