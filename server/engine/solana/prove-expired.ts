import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import { callEveryEndpoint, type EndpointAnswers, type RpcCall, resultOf } from '@/server/chains/rpc'
import { decodeTransaction } from '@/server/chains/solana/decode-transaction'
import { readStatuses, type SignatureStatus, statusCalls } from '@/server/chains/solana/read-statuses'
import type { WorkerCtx } from '@/server/ctx'
import { loadBytes, type OpenAttempt } from './load-open'

type Form = Pick<OpenAttempt, 'signature' | 'lastValidBlockHeight'>
/** A transfer whose current attempt seems to be expired, with all its attempts. */
export type Candidate = { current: Form; attempts: readonly Form[] }

type Proof = {
  /** Current signatures that expired for certain: neither they nor earlier ones are on chain or can still land. */
  expired: string[]
  /** Signatures that at least one endpoint found. */
  found: Map<string, SignatureStatus>
}

/** The number of endpoints that must agree; all of them on a chain with fewer. */
const MIN_AGREEING = 2
export const MAX_PROVEN = 40
const height = z.int().nonnegative().transform(BigInt)
const validity = z.object({ value: z.boolean() })

/**
 * Queries every endpoint for up to `MAX_PROVEN` transfers that may have expired. A transfer has expired if no endpoint
 * finds any of its signatures in its whole history, and enough endpoints report two facts. A finalized block is past
 * the last valid height, and the blockhash is invalid at both the finalized and the newest block. The newest block
 * counts, because the finalized one does not know younger blockhashes. An error is not a report.
 */
export async function proveExpired(ctx: WorkerCtx, chain: Chain, candidates: readonly Candidate[]): Promise<Proof> {
  const checked = candidates.slice(0, MAX_PROVEN)
  const signatures = checked.flatMap(({ attempts }) => attempts.map((attempt) => attempt.signature)).slice(0, 256)
  const blockhashes = await blockhashesOf(ctx, chain, checked)
  const questions = [...new Set(blockhashes.values())]
  const finalized = { commitment: 'finalized' }
  const calls: RpcCall[] = [
    ...statusCalls(signatures, true),
    { method: 'getBlockHeight', params: [finalized] },
    ...[finalized, { commitment: 'processed' }].flatMap((commitment) =>
      questions.map((blockhash) => ({ method: 'isBlockhashValid', params: [blockhash, commitment] })),
    ),
  ]
  const responses = (await callEveryEndpoint(chain, calls)).flatMap((response) =>
    readResponse(response, signatures, questions),
  )
  const found = new Map(responses.flatMap((report) => [...report.found]))
  const needed = Math.min(MIN_AGREEING, chain.rpcUrls.length)
  const expired = judgeExpired(checked, { responses, found, signatures, blockhashes, needed })
  return { expired, found }
}

type ExpiryEvidence = {
  responses: readonly Pick<ExpiryReport, 'height' | 'expiredBlockhashes'>[]
  found: ReadonlyMap<string, unknown>
  /** The signatures that the endpoints were queried for. */
  signatures: readonly string[]
  /** Blockhashes by signature. */
  blockhashes: ReadonlyMap<string, string>
  needed: number
}

/** Current signatures that expired for certain. Pure. */
export function judgeExpired(
  checked: readonly Candidate[],
  { responses, found, signatures, blockhashes, needed }: ExpiryEvidence,
): string[] {
  return checked
    .filter(({ current, attempts }) => {
      // Every attempt must have been in the request: one that did not fit into it proves nothing.
      if (!attempts.every(({ signature }) => signatures.includes(signature) && !found.has(signature))) return false
      const blockhash = blockhashes.get(current.signature)
      if (blockhash === undefined) return false
      const agreeing = responses.filter(
        (report) => report.height > current.lastValidBlockHeight && report.expiredBlockhashes.has(blockhash),
      )
      return agreeing.length >= needed
    })
    .map(({ current }) => current.signature)
}

type ExpiryReport = { found: Map<string, SignatureStatus>; height: bigint; expiredBlockhashes: Set<string> }

/** The answers of one endpoint; empty if any of them is an error. */
function readResponse(
  { answers }: EndpointAnswers,
  signatures: readonly string[],
  questions: readonly string[],
): ExpiryReport[] {
  if (!answers) return []
  try {
    const statuses = Math.ceil(signatures.length / 256)
    const { found } = readStatuses(signatures, answers.slice(0, statuses))
    const rest = answers.slice(statuses).map(resultOf)
    return [
      {
        found,
        height: height.parse(rest[0]),
        expiredBlockhashes: new Set(readExpiredBlockhashes(questions, rest.slice(1))),
      },
    ]
  } catch {
    return []
  }
}

/** Blockhashes that are valid at neither block: all were checked at the finalized one, then all at the newest. */
export function readExpiredBlockhashes(questions: readonly string[], answers: readonly unknown[]): string[] {
  const isValid = answers.map((answer) => validity.parse(answer).value)
  return questions.filter((_, index) => isValid[index] === false && isValid[questions.length + index] === false)
}

async function blockhashesOf(
  ctx: WorkerCtx,
  chain: Chain,
  candidates: readonly Candidate[],
): Promise<Map<string, string>> {
  const stored = await loadBytes(
    ctx,
    chain.chainId,
    candidates.map(({ current }) => current.signature),
  )
  return new Map(stored.map(({ signature, raw }) => [signature, decodeTransaction(raw).message.blockhash]))
}
