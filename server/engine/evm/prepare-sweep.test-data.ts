import { balanceOfCall } from '@/server/chains/evm/erc20'
import { readLatestQuantities } from '@/server/chains/evm/read-latest-quantities'
import { readFromChain } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'
import { NOTHING_TO_SWEEP } from '@/server/chains/shortage-texts'
import { inTenantReading, type Tenant } from '@/server/ctx'
import { validationError } from '@/server/errors'
import type { Intent } from '@/server/transactions/intent'
import { estimateTransferFee, sponsoredTransferFee } from '@/server/transactions/prepare/estimate-transfer-fee'
import { quoteIntent } from '@/server/transactions/prepare/quote-intent'
import { evmAddress, resolveAsset } from '@/server/transactions/prepare/resolve-asset'
import { requireActiveWallet } from '@/server/wallets/require-active-wallet'

type PreparedSweep = Omit<Intent, 'idempotencyKey' | 'intentId'>

type Sweep = {
  chain: Chain
  /** The wallet: its address or its HD index. */
  from: string | number
  toAddress: string
  /** Null sweeps the native coin. */
  tokenAddress: string | null
}

/**
 * An intent to move all that a wallet holds of a coin or token to an address. The present balance is the maximum, and
 * the amount that policies judge; when its turn comes the engine lowers it to the balance of then, less the gas where
 * the same coins pay it. Nothing to move is a failure at once. Its end sends no message: `END_HANDLERS` has its
 * effects. Throws invalid, not_found (wallet), forbidden, failed (deactivated wallet), unavailable.
 */
export async function prepareSweep(tenant: Tenant, { chain, from, ...wanted }: Sweep): Promise<PreparedSweep> {
  if (chain.chainType !== 'EVM') throw validationError(['chainType: sweeps are for EVM'])
  const toAddress = evmAddress('toAddress', wanted.toAddress)
  const { address } = await inTenantReading(tenant, (ctx) => requireActiveWallet(ctx, { chainType: 'EVM', from }))
  const asset = await resolveAsset(chain, { tokenAddress: wanted.tokenAddress ?? undefined, cNGN: false })
  if ([/^0x0{40}$/.test(toAddress), toAddress === asset.tokenAddress, toAddress === address].includes(true))
    throw validationError(['toAddress: must not be the zero address, the token contract or the wallet itself'])
  const amountUnits = await readFromChain(() => readBalance(chain, address, asset.tokenAddress))
  const target = { toAddress, asset, amountUnits }
  return {
    type: 'SWEEP',
    chain,
    from: address,
    toAddress,
    tokenAddress: asset.tokenAddress,
    amountUnits,
    decimals: asset.decimals,
    callData: null,
    effect: { toAddress, contract: null, selector: null },
    refusal: amountUnits > 0n ? null : { error: NOTHING_TO_SWEEP },
    quote: await quoteIntent({
      chain,
      moved: [{ ...asset, units: amountUnits }],
      gasLimit: null,
      worstFee: () => estimateTransferFee(tenant, { chain, from: address, ...target }),
      sponsoredFee: () => sponsoredTransferFee(chain, target),
    }),
    webhookUrl: undefined,
    webhookSecret: undefined,
  }
}

async function readBalance(chain: Chain, address: string, tokenAddress: string | null): Promise<bigint> {
  const call =
    tokenAddress === null
      ? { method: 'eth_getBalance', params: [address, 'latest'] }
      : balanceOfCall(tokenAddress, address)
  const [units = 0n] = await readLatestQuantities(chain, [call])
  return units
}
