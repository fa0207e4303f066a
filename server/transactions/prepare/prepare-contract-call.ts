import { type Hex, size } from 'viem'
import { askChain } from '@/server/chains/ask-chain'
import { type SimulatedCall, type Simulation, simulateCall } from '@/server/chains/evm/simulate'
import type { Chain } from '@/server/chains/registry'
import { callRpc } from '@/server/chains/rpc'
import { inTenantReading, type Tenant } from '@/server/ctx'
import { callGasLimit } from '@/server/engine/evm/call-gas-limit'
import { estimateFee } from '@/server/engine/evm/estimate-fee'
import { needsDelegation } from '@/server/engine/evm/needs-delegation'
import { sponsoredFee } from '@/server/engine/evm/sponsored-fee'
import { type Failure, failureOf } from '@/server/engine/failure'
import { validationError } from '@/server/errors'
import { assetShortfall } from '@/server/money/asset-shortfall'
import { readCall } from '@/server/policies/read-call'
import { DEPLOYMENT } from '@/server/policies/words'
import type { Intent } from '@/server/transactions/intent'
import { requireActiveWallet } from '@/server/wallets/require-active-wallet'
import { hasOpenTransaction } from './has-open-transaction'
import { type Moved, quoteIntent } from './quote-intent'

export type PreparedCall = Omit<Intent, 'idempotencyKey'>

type ContractCall = {
  type: 'SIGN' | 'DEPLOY' | 'TOKEN_OPERATION'
  chain: Chain
  /** The wallet: its address or its HD index. */
  from: string | number
  /** Null creates a contract of `data`. */
  to: string | null
  value: bigint
  data: Hex
}

/**
 * An intent to call a contract, or to create one, tried on the chain before any transaction is opened. A revert is the outcome where
 * nothing of the wallet is open that could change it; else the engine tries again once the wallet's lane is free. A SIGN is told of by the
 * webhook its caller adds, the others by what `ON_ENDED` does. Throws invalid, not_found (wallet), failed (deactivated wallet), unavailable.
 */
export async function prepareContractCall(tenant: Tenant, wanted: ContractCall): Promise<PreparedCall> {
  const { type, chain, from, to, value, data } = wanted
  if (to === null && type !== 'DEPLOY') throw new Error('only a deployment has no recipient')
  const { address, isBusy, delegates } = await readWallet(tenant, chain, from)
  // A delegated account obeys itself: calldata to it could hide calls of any kind from the policy.
  if (to === address && data !== '0x')
    throw validationError(['transaction.to: must not be the wallet itself with data'])
  const simulation = await askChain(() => trySimulation(chain, { from: address, to, value, data }))
  const { tokenUnits, ...effect } = readCall({ to, data, value })
  const gasLimit = callGasLimit(simulation, data, { creates: to === null })
  return {
    type,
    chain,
    from: address,
    toAddress: to ?? DEPLOYMENT,
    tokenAddress: null,
    amountUnits: value,
    decimals: chain.nativeDecimals,
    callData: data,
    effect,
    refusal: isBusy ? null : refusalOf(chain, simulation),
    quote: await quoteIntent({
      chain,
      gasLimit,
      moved: movedBy(chain, { to, value, tokenUnits }),
      worstFee: () => estimateFee(chain, { gasLimit, dataBytes: size(data), delegates: delegates && to !== null }),
      sponsoredFee: () => sponsoredFee(chain, { gasLimit, dataBytes: size(data) }),
    }),
    webhookUrl: undefined,
    webhookSecret: undefined,
  }
}

/**
 * Intents to be accepted together, in this order: each may count on what those before it of its wallet leave, so its revert is not the outcome
 * behind one of those. Throws as for one.
 */
export async function prepareContractCalls(tenant: Tenant, wanted: readonly ContractCall[]): Promise<PreparedCall[]> {
  const prepared: PreparedCall[] = []
  for (const call of wanted) {
    const one = await prepareContractCall(tenant, call)
    const isBehind = prepared.some(({ chain, from }) => chain.chainId === one.chain.chainId && from === one.from)
    prepared.push(isBehind ? { ...one, refusal: null } : one)
  }
  return prepared
}

/** Asked before the simulation: what was open then may have changed what it saw. */
function readWallet(tenant: Tenant, chain: Chain, from: string | number) {
  return inTenantReading(tenant, async (ctx) => {
    const { id: walletId, address } = await requireActiveWallet(ctx, { chainType: 'EVM', from })
    const [isBusy, delegates] = await Promise.all([
      hasOpenTransaction(ctx, { walletId, chainId: chain.chainId }),
      needsDelegation(ctx, { chain, walletId }),
    ])
    return { address, isBusy, delegates }
  })
}

async function trySimulation(chain: Chain, call: SimulatedCall): Promise<Simulation> {
  const [code, simulation] = await Promise.all([
    call.data === '0x' || call.to === null ? null : callRpc(chain, 'eth_getCode', [call.to, 'latest']),
    simulateCall(chain, call),
  ])
  if (code === '0x') throw validationError(['transaction.to: no contract at this address'])
  return simulation
}

function refusalOf(chain: Chain, simulation: Simulation): Failure | null {
  if (simulation.ok) return null
  const native = { tokenAddress: null, decimals: chain.nativeDecimals }
  return failureOf(
    `Not sent: the call ${simulation.reason}`,
    simulation.short ? assetShortfall(chain, native, simulation.short) : null,
  )
}

type Effect = { to: string | null; value: bigint; tokenUnits: bigint | null }

/** The native coin sent along, and the tokens where the calldata says how many. */
function movedBy(chain: Chain, { to, value, tokenUnits }: Effect): Moved[] {
  const native = { symbol: chain.nativeSymbol, decimals: chain.nativeDecimals, units: value }
  if (tokenUnits === null) return [native]
  const token = chain.tokens.find(({ address }) => address === to)
  return [native, { symbol: token?.symbol ?? null, decimals: token?.decimals ?? 0, units: tokenUnits }]
}
