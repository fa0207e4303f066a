import { sql } from 'drizzle-orm'
import { type Hex, parseTransaction } from 'viem'
import { z } from 'zod'
import { erc20Topics } from '@/contracts/generated/erc20'
import { addressWord } from '@/schemas/chains/evm/words'
import { balanceOfCall } from '@/server/chains/evm/erc20'
import { explainRevert } from '@/server/chains/evm/explain-revert'
import { findOperationOutcome, type OperationOutcome } from '@/server/chains/evm/find-operation-outcome'
import { toOperationId } from '@/server/chains/evm/operation'
import { toHex } from '@/server/chains/evm/read-headers'
import { bytes } from '@/server/chains/evm/read-latest-quantities'
import { readTokenCall } from '@/server/chains/evm/read-token-call'
import { revertReason } from '@/server/chains/evm/revert-reason'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, type RpcAnswer, type RpcCall } from '@/server/chains/rpc'
import { TOKEN_MOVED_NOTHING } from '@/server/chains/token-texts'
import type { WorkerCtx } from '@/server/ctx'
import type { Receipt } from './read-receipts'
import { findExecuted } from './recovery/attach-executed'

/** Whether the intent was executed; if not, `reason` says why. */
export type Verdict = { succeeded: boolean; reason: string | null }

const MAX_EXPLAINED = 20
/** 0x, a selector and three arguments. */
const CALL_START = 2 + 8 + 3 * 64

const ownRow = z.object({
  hash: z.string(),
  transactionId: z.string(),
  intentId: z.string(),
  owner: z.string(),
  sender: z.string(),
  toAddress: z.string(),
  tokenAddress: z.string().nullable(),
  /** The beginning of the calldata, long enough for the arguments of an ERC-20 method. */
  callStart: z.string().nullable(),
  sendsCoins: z.boolean(),
  /** The block of an earlier verdict, and that verdict. */
  judgedBlock: z.string().nullable(),
  judgedSucceeded: z.boolean().nullable(),
  usesRelayer: z.boolean(),
  isCancel: z.boolean(),
  /** The signed bytes, if it reverted. */
  raw: z.string().nullable(),
})
type Own = z.infer<typeof ownRow>

type Judged = {
  /** Verdicts by transaction hash. */
  verdicts: Map<string, Verdict>
  /**
   * Transaction ids by hash of mined attempts that executed nothing, because an earlier transaction, unknown to the
   * database, had executed their operation.
   */
  repeated: Map<string, string>
}

/**
 * Judges our transactions whose receipt status alone is not enough. For relayer transactions, only the log of the
 * wallet counts; for reverted ones, it looks up the reason; token transfers, and calls that are one, may have moved
 * nothing.
 */
export async function judgeReceipts(ctx: WorkerCtx, chain: Chain, receipts: Receipt[]): Promise<Judged> {
  const verdicts = new Map<string, Verdict>()
  if (receipts.length === 0) return { verdicts, repeated: new Map() }
  const byHash = new Map(receipts.map((receipt) => [receipt.txHash, receipt]))
  const all = (await loadOwn(ctx, chain.chainId, [...byHash.values()])).flatMap((own) => {
    const receipt = byHash.get(own.hash)
    return receipt ? [{ own, receipt }] : []
  })
  const repeated = await findRepeated(ctx, chain, all)
  const mined = all.filter(({ own }) => !own.isCancel && !repeated.has(own.hash))
  let explained = 0
  for (const { own, receipt } of mined) {
    const outcome = outcomeOf({ own, receipt })
    if (outcome) {
      verdicts.set(own.hash, {
        succeeded: outcome.success,
        reason: outcome.success ? null : sentence(revertReason(outcome.result)),
      })
    } else if (own.usesRelayer || !receipt.succeeded) {
      const reason = !receipt.succeeded && explained++ < MAX_EXPLAINED ? await explain(chain, own, receipt) : null
      verdicts.set(own.hash, { succeeded: false, reason })
    }
  }
  const unmoved = await loadUnmoved(
    chain,
    mined.filter(({ own }) => verdicts.get(own.hash)?.succeeded ?? true),
  )
  for (const hash of unmoved) verdicts.set(hash, { succeeded: false, reason: TOKEN_MOVED_NOTHING })
  return { verdicts, repeated }
}

type Mined = { own: Own; receipt: Receipt }

function outcomeOf({ own, receipt }: Mined): OperationOutcome | null {
  if (!own.usesRelayer) return null
  return findOperationOutcome(receipt.logs, { wallet: own.owner, id: toOperationId(own.intentId) })
}

/**
 * Mined attempts that prove nothing, because the chain had executed their operation before: relayer transactions, and
 * cancellations of these, without a result in their logs.
 */
async function findRepeated(ctx: WorkerCtx, chain: Chain, mined: readonly Mined[]): Promise<Map<string, string>> {
  const withoutResult = mined.filter((each) => each.own.usesRelayer && outcomeOf(each) === null)
  if (withoutResult.length === 0) return new Map()
  let asOf = 0n
  for (const { receipt } of withoutResult) if (receipt.blockNumber > asOf) asOf = receipt.blockNumber
  const transactionIds = withoutResult.map(({ own }) => own.transactionId)
  const executed = await findExecuted(ctx, chain, { transactionIds, asOf })
  const repeated = withoutResult.filter(({ own }) => executed.has(own.transactionId))
  return new Map(repeated.map(({ own }) => [own.hash, own.transactionId]))
}

/**
 * Loads transfers whose token moved nothing. An earlier verdict for the same block is kept, because nodes may no longer
 * have the balances of that block.
 */
async function loadUnmoved(chain: Chain, executed: readonly Mined[]): Promise<string[]> {
  const isJudged = ({ own, receipt }: Mined) => own.judgedBlock === receipt.blockHash
  const judgedFailed = executed.filter((each) => isJudged(each) && each.own.judgedSucceeded === false)
  const moves = executed.flatMap((each) => (isJudged(each) ? [] : movesOf(each)))
  return [...judgedFailed.map(({ own }) => own.hash), ...(await findTransfersWithoutEffect(chain, moves))]
}

/** The transfer of a token that it should have made, if it is one: of its record, or of its calldata. */
function movesOf({ own, receipt }: Mined): TokenMove[] {
  const { hash, owner, toAddress, tokenAddress, callStart, sendsCoins } = own
  if (tokenAddress !== null) return [{ hash, owner, toAddress, tokenAddress, receipt }]
  const call = callStart === null || sendsCoins ? null : readTokenCall(callStart)
  if (!call?.moves || call.units === 0n) return []
  return [{ hash, owner: call.ownerAddress ?? owner, toAddress: call.toAddress, tokenAddress: toAddress, receipt }]
}

async function loadOwn({ db }: WorkerCtx, chainId: number, receipts: readonly Receipt[]): Promise<Own[]> {
  const mined = receipts.map(({ txHash, succeeded }) => ({ hash: txHash, succeeded }))
  const rows = await db.execute(sql`
    select a.tx_hash as hash, t.id as "transactionId", coalesce(t.intent_id, t.id) as "intentId", t.from_address as owner, a.from_address as sender,
      t.to_address as "toAddress", t.token_address as "tokenAddress",
      left(t.call_data, ${CALL_START}) as "callStart", t.token_address is null and t.amount_units > 0 as "sendsCoins",
      case when t.tx_hash = a.tx_hash then t.block_hash end as "judgedBlock", t.receipt_succeeded as "judgedSucceeded",
      t.lane_wallet_id is distinct from t.wallet_id as "usesRelayer", a.reason = 'cancel' as "isCancel",
      case when not m.succeeded then encode(a.raw_transaction, 'hex') end as raw
    from jsonb_to_recordset(${JSON.stringify(mined)}::jsonb) as m(hash text, succeeded boolean)
    join transaction_attempts a on a.chain_id = ${chainId} and a.tx_hash = m.hash join transactions t on t.id = a.transaction_id
    where t.status = 'PENDING'`)
  return z.array(ownRow).parse([...rows])
}

async function explain(chain: Chain, { raw, sender }: Own, receipt: Receipt): Promise<string | null> {
  const { to, value, data, gas } = (raw === null ? null : readSigned(raw)) ?? {}
  if (!to) return null
  const { blockNumber, gasUsed } = receipt
  const call = { from: sender, to, value: value ?? 0n, data: data ?? '0x', gasLimit: gas ?? 0n }
  const reason = await explainRevert(chain, { ...call, gasUsed, blockNumber })
  return reason === null ? null : sentence(reason)
}

/** Null if our stored bytes are broken: they only help to explain, and the receipt decides. */
function readSigned(raw: string): ReturnType<typeof parseTransaction> | null {
  try {
    return parseTransaction(`0x${raw}` as Hex) // bytes this process or its like signed
  } catch {
    return null
  }
}

function sentence(reason: string): string {
  return `The transaction ${reason}`
}

const TRANSFER = erc20Topics['Transfer(address,address,uint256)']

/** A mined token transfer that did not revert: of a record with a token, or of a call (`readTokenCall`). */
type TokenMove = { hash: string; owner: string; toAddress: string; tokenAddress: string; receipt: Receipt }

/**
 * Hashes of the transfers that provably moved nothing: the token logged no transfer to the recipient, and the balances
 * of both sides did not change in the block. Only transfers without a log cost a request. If the node does not answer,
 * the transfer counts as moved. Throws RpcUnavailableError.
 */
async function findTransfersWithoutEffect(chain: Chain, moves: readonly TokenMove[]): Promise<ReadonlySet<string>> {
  const doubtful = moves.filter((move) => !isToItself(move) && !isLogged(move))
  if (doubtful.length === 0) return new Set()
  const answers = await callRpcBatch(chain, doubtful.flatMap(balanceCalls))
  const unmoved = doubtful.filter((_, index) => {
    const [ownerBefore, ownerAfter, recipientBefore, recipientAfter] = answers.slice(4 * index).map(unitsOf)
    return isSame(ownerBefore, ownerAfter) && isSame(recipientBefore, recipientAfter)
  })
  return new Set(unmoved.map(({ hash }) => hash))
}

function isToItself({ owner, toAddress }: TokenMove): boolean {
  return owner.toLowerCase() === toAddress.toLowerCase()
}

function isLogged({ tokenAddress, toAddress, receipt }: TokenMove): boolean {
  const [token, recipient] = [tokenAddress.toLowerCase(), `0x${addressWord(toAddress)}`]
  return receipt.logs.some(
    ({ address, topics, data }) =>
      address.toLowerCase() === token &&
      topics[0]?.toLowerCase() === TRANSFER &&
      // Some tokens index no parameter of the event.
      [topics[2], `0x${data.slice(66, 130)}`].some((to) => to?.toLowerCase() === recipient) &&
      // ERC-721 has the same methods and event, with the id of what moves as a topic.
      (topics.length === 4 || !/^0x0*$/.test(data)),
  )
}

function balanceCalls({ tokenAddress, owner, toAddress, receipt: { blockNumber } }: TokenMove): RpcCall[] {
  const blocks = [toHex(blockNumber - 1n), toHex(blockNumber)]
  return [owner, toAddress].flatMap((of) => blocks.map((block) => balanceOfCall(tokenAddress, of, block)))
}

function unitsOf(answer: RpcAnswer): bigint | null {
  const { data } = bytes.safeParse(answer.result)
  return data?.length === 66 ? BigInt(data) : null
}

function isSame(before: bigint | null | undefined, after: bigint | null | undefined): boolean {
  return before !== null && before !== undefined && before === after
}
