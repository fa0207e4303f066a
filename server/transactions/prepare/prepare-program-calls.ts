import type { Hex } from 'viem'
import { readFromChain } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'
import { buildMessage } from '@/server/chains/solana/build-message'
import { judgeCallProblem } from '@/server/chains/solana/judge-call-problem'
import type { SolanaProgramCall } from '@/server/chains/solana/program-call'
import { decodeProgramCall } from '@/server/chains/solana/program-call-data'
import { rentExemptLamports } from '@/server/chains/solana/rent-exempt'
import { simulateMessages } from '@/server/chains/solana/simulate-messages'
import { TRANSFER_SIGNATURES } from '@/server/chains/solana/transfer'
import { inTenantReading, type Tenant, workerCtx } from '@/server/ctx'
import { rentOfCall } from '@/server/engine/solana/rent-of-call'
import { CALL_ACCOUNT_BYTES, MAX_CALL_COMPUTE_UNITS, maxFeeLamports } from '@/server/engine/solana/solana-limits'
import { refusal } from '@/server/errors'
import { findFeePayer } from '@/server/platform/ensure-fee-payer'
import { requireActiveWallet } from '@/server/wallets/require-active-wallet'
import { hasOpenTransaction } from './has-open-transaction'
import type { PreparedCall } from './prepare-contract-call'
import { quoteIntent } from './quote-intent'

type ProgramCall = {
  type: 'DEPLOY' | 'TOKEN_OPERATION'
  chain: Chain
  /** The wallet under whose authority it runs. */
  from: string
  /** The mint it is about. */
  to: string
  /** Instructions as `encodeProgramCall` writes them. */
  data: Hex
}

const NO_BLOCKHASH = '11111111111111111111111111111111'

/**
 * Prepares intents to call Solana's programs, each simulated on the cluster before any transaction is opened. A failed
 * simulation is the outcome only if no open or earlier call of the wallet could change it. Throws not_found (wallet),
 * failed (deactivated wallet), unavailable.
 */
export async function prepareProgramCalls(tenant: Tenant, calls: readonly ProgramCall[]): Promise<PreparedCall[]> {
  const payer = await findFeePayer(workerCtx())
  if (!payer) throw refusal('chain_unreachable')
  const prepared: PreparedCall[] = []
  for (const call of calls) {
    const isBehind = prepared.some(({ from }) => from === call.from)
    prepared.push(await prepareOne(tenant, call, { feePayer: payer.address, isBehind }))
  }
  return prepared
}

type Trying = { feePayer: string /** Others of its wallet come before it. */; isBehind: boolean }

async function prepareOne(tenant: Tenant, planned: ProgramCall, { feePayer, isBehind }: Trying): Promise<PreparedCall> {
  const { type, chain, from, to, data } = planned
  const isBusy = await inTenantReading(tenant, async (ctx) => {
    const { id: walletId } = await requireActiveWallet(ctx, { chainType: 'SOLANA', from })
    return hasOpenTransaction(ctx, { walletId, chainId: chain.chainId })
  })
  const call = { intentId: NO_ID, feePayer, fromOwner: from, instructions: decodeProgramCall(data, feePayer) }
  const error = isBusy || isBehind ? null : await readFromChain(() => trySimulation(chain, call))
  const feeLamports = async () =>
    maxFeeLamports(chain, MAX_CALL_COMPUTE_UNITS) +
    rentOfCall(call.instructions, await rentExemptLamports(chain, CALL_ACCOUNT_BYTES))
  return {
    type,
    chain,
    from,
    toAddress: to,
    tokenAddress: null,
    amountUnits: 0n,
    decimals: chain.nativeDecimals,
    callData: data,
    effect: { toAddress: to, contract: to, selector: null },
    refusal: error === null ? null : { error: `Not sent: ${error}` },
    quote: await quoteIntent({
      chain,
      gasLimit: null,
      moved: [],
      worstFee: feeLamports,
      sponsoredFee: () => readFromChain(feeLamports),
    }),
    webhookUrl: undefined,
    webhookSecret: undefined,
  }
}

/** A placeholder with the length of a transaction's id. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** The reason why it would fail now; null if it would not, or if the problem says nothing about it. */
async function trySimulation(chain: Chain, call: SolanaProgramCall): Promise<string | null> {
  const terms = { blockhash: NO_BLOCKHASH, computeUnits: MAX_CALL_COMPUTE_UNITS, microLamportsPerUnit: 0n }
  const bytes = buildMessage(call, terms)
  const [simulated] = await simulateMessages(chain, [{ bytes, signatures: TRANSFER_SIGNATURES }])
  if (!simulated?.problem) return null
  const programs = call.instructions.map(({ program }) => program)
  const { verdict, text } = judgeCallProblem(simulated.problem, programs)
  return verdict === 'failed' ? text : null
}
