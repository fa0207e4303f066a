import type { Chain } from '@/server/chains/registry'
import { rentExemptLamports } from '@/server/chains/solana/rent-exempt'
import type { WorkerCtx } from '@/server/ctx'
import { readEvmHoldings } from '@/server/wallets/balances/read-evm-holdings'
import { readPlatformUnits } from '@/server/wallets/balances/read-platform-units'
import { readSolanaHoldings } from '@/server/wallets/balances/read-solana-holdings'

/**
 * The balances of an asset that wallets may move, at the latest block: without the platform's coins for gas, and on
 * Solana without the rent that keeps an account. By address; null where the token did not answer. Throws
 * RpcUnavailableError, RpcError.
 */
export async function readSpendable(
  ctx: WorkerCtx,
  chain: Chain,
  { tokenAddress, addresses }: { tokenAddress: string | null; addresses: readonly string[] },
): Promise<ReadonlyMap<string, bigint | null>> {
  const tokens = chain.tokens.filter(({ address }) => address === tokenAddress)
  const only = { ...chain, tokens }
  const isSolana = chain.chainType === 'SOLANA'
  const holdings = await (isSolana ? readSolanaHoldings : readEvmHoldings)(only, addresses)
  if (tokenAddress !== null)
    return new Map(addresses.map((address) => [address, holdings.ofAddress.get(address)?.[1] ?? null]))
  const platform = isSolana ? new Map<string, bigint>() : await readPlatformUnits(ctx, chain, holdings)
  const rent = isSolana ? await rentExemptLamports(chain, 0) : 0n
  return new Map(
    addresses.map((address) => {
      const held = holdings.ofAddress.get(address)?.[0] ?? null
      return [address, held === null ? null : held - (platform.get(address) ?? 0n) - rent]
    }),
  )
}
