import type { Hex } from 'viem'
import { type SimulatedCall, type Simulation, simulateCalls } from '@/server/chains/evm/simulate'
import { readFromChain } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, RpcUnavailableError, resultOf } from '@/server/chains/rpc'
import { inTenantReading, type Tenant } from '@/server/ctx'
import { needsDelegation } from '@/server/engine/evm/needs-delegation'
import { validationError } from '@/server/errors'
import type { AbiError } from '@/server/text/declaration-tokens'
import { requireActiveWallet } from '@/server/wallets/require-active-wallet'
import { hasOpenTransaction } from './has-open-transaction'

export type ContractCall = {
  type: 'SIGN' | 'DEPLOY' | 'TOKEN_OPERATION'
  chain: Chain
  /** The wallet: its address or its HD index. */
  from: string | number
  /** Null creates a contract of `data`. */
  to: string | null
  value: bigint
  data: Hex
  /** Custom errors that the caller declared; a revert is named by them. */
  errors?: readonly AbiError[]
  /** The additional gas that it may use, beyond a node's estimate and the margin of every call. */
  spareGas?: bigint
  /** The field of the body that names the contract, for errors. */
  toField?: string
}
type Caller = { call: ContractCall; address: string; isBusy: boolean; delegates: boolean }
/** A call with its wallet, and the result of its simulation. */
export type TriedCall = Caller & { simulation: Simulation }

/** The number of calls in one request: a large call takes a node a tenth of a second. */
const CALLS_AT_ONCE = 10

/**
 * Simulates calls of one chain at its latest block, each independently. Returns them in order. Throws invalid,
 * not_found (wallet), failed (deactivated wallet), unavailable.
 */
export async function tryContractCalls(tenant: Tenant, contractCalls: readonly ContractCall[]): Promise<TriedCall[]> {
  // Wallets are read before the simulations, because a transaction that is open at that time may change a result.
  const callers = await readCallers(tenant, contractCalls)
  const tried: TriedCall[] = []
  for (let first = 0; first < callers.length; first += CALLS_AT_ONCE)
    tried.push(...(await readFromChain(() => simulate(callers.slice(first, first + CALLS_AT_ONCE)))))
  return tried
}

/** Each wallet is read once. */
async function readCallers(tenant: Tenant, contractCalls: readonly ContractCall[]): Promise<Caller[]> {
  const callersByKey = new Map<string, Omit<Caller, 'call'>>()
  const callers: Caller[] = []
  for (const call of contractCalls) {
    const { type, chain, from, to, data } = call
    if (to === null && type !== 'DEPLOY') throw new Error('only a deployment has no recipient')
    const key = `${chain.chainId} ${from}`
    const wallet = callersByKey.get(key) ?? (await readWallet(tenant, call))
    callersByKey.set(key, wallet)
    // A delegated account executes calls from itself: such calldata could hide other calls from the policy.
    if (to === wallet.address && data !== '0x')
      throw validationError([`${fieldOf(call)}: must not be the wallet itself with data`])
    callers.push({ call, ...wallet })
  }
  return callers
}

function readWallet(tenant: Tenant, { chain, from }: ContractCall): Promise<Omit<Caller, 'call'>> {
  return inTenantReading(tenant, async (ctx) => {
    const { id: walletId, address } = await requireActiveWallet(ctx, { chainType: 'EVM', from })
    const [isBusy, delegates] = await Promise.all([
      hasOpenTransaction(ctx, { walletId, chainId: chain.chainId }),
      needsDelegation(ctx, { chain, walletId }),
    ])
    return { address, isBusy, delegates }
  })
}

async function simulate(callers: readonly Caller[]): Promise<TriedCall[]> {
  const [first] = callers
  if (!first) return []
  const { chain } = first.call
  if (callers.some(({ call }) => call.chain.chainId !== chain.chainId)) throw new Error('calls of several chains')
  const calls = callers.map(({ address: from, call: { to, value, data, errors } }) => ({
    ...{ from, to, value, data, errors },
  }))
  const [simulations] = await Promise.all([
    simulateCalls(chain, calls),
    requireContracts(chain, calls, fieldOf(first.call)),
  ])
  return callers.map((caller, n) => {
    const simulation = simulations[n]
    if (!simulation) throw new RpcUnavailableError(`chain ${chain.chainId} could not simulate a call`)
    return { ...caller, simulation }
  })
}

function fieldOf({ toField = 'transaction.to' }: Pick<ContractCall, 'toField'>): string {
  return toField
}

/** Throws invalid if data would go to an account without code. */
async function requireContracts(chain: Chain, calls: readonly SimulatedCall[], field: string): Promise<void> {
  const called = new Set(calls.flatMap(({ to, data }) => (to === null || data === '0x' ? [] : [to])))
  const answers = await callRpcBatch(
    chain,
    [...called].map((to) => ({ method: 'eth_getCode', params: [to, 'latest'] })),
  )
  if (answers.some((answer) => resultOf(answer) === '0x'))
    throw validationError([`${field}: no contract at this address`])
}
