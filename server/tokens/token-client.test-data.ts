import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { tokenView } from '@/schemas/tokens/contract'
import { type OperationView, operationView } from '@/schemas/tokens/operations/contract'
import { claimCursor, releaseCursor } from '@/server/chains/cursor'
import { workerCtx } from '@/server/ctx'
import { requireChain } from '@/server/testing/require-chain'
import type { Answer, WalletClient } from '@/server/testing/wallet-client'
import { followTokens, newTokenFollower } from './follow/follow-tokens'
import { advanceOperations } from './operations/advance-operations'

const MAX_MS = 150_000
const BETWEEN_TURNS_MS = 20
const MAX_RANGES = 200

/** Runs the token follower of a chain until it has read all blocks. */
async function followToEnd(chainId: number): Promise<void> {
  const owner = randomUUID()
  const key = { chainId, consumer: 'tokens' as const }
  const follower = newTokenFollower()
  for (let ranges = 0; ranges < MAX_RANGES; ranges += 1) {
    const cursor = await claimCursor(workerCtx(), key, { owner, seconds: 60 })
    if (!cursor) throw new Error('somebody else follows')
    const { turn } = await followTokens(workerCtx(), await requireChain(chainId), cursor, follower)
    if (turn === 'read') continue
    await releaseCursor(workerCtx(), key, owner)
    return
  }
}

/** The calls of a business on its tokens through /v1, and the jobs of the chain with the given worker. */
export function tokenClient(
  client: WalletClient,
  admin: string,
  on: { chainId: number; runEngine: () => Promise<unknown> },
) {
  const follow = () => followToEnd(on.chainId)
  async function turn(): Promise<void> {
    await on.runEngine()
    await follow()
    await advanceOperations(workerCtx())
  }
  const read = async (tokenId: string) => tokenView.parse((await client.get(`/v1/tokens/${tokenId}`)).data)
  const readOperation = async (tokenId: string, ref: string): Promise<OperationView> =>
    operationView.parse((await client.get(`/v1/tokens/${tokenId}/operations/${ref}`)).data)

  async function endOf(tokenId: string, ref: string): Promise<OperationView> {
    const deadline = performance.now() + MAX_MS
    while (performance.now() < deadline) {
      const operation = await readOperation(tokenId, ref)
      if (operation.status !== 'PENDING') return operation
      await turn()
      await wait(BETWEEN_TURNS_MS)
    }
    throw new Error(`the operation does not end: ${await stateOf(tokenId, on.chainId)}`)
  }
  /** The operation after it has ended. */
  async function ended(tokenId: string, answer: Answer): Promise<OperationView> {
    return endOf(tokenId, operationView.parse(taken(answer, 202)).operationRef)
  }
  const ask = (tokenId: string, what: string, body: unknown = {}, key: string = randomUUID()) =>
    client.post(`/v1/tokens/${tokenId}/${what}`, body, key)
  const issue = (body: object, key: string = randomUUID()) =>
    client.post('/v1/tokens', { tokenAdmin: admin, ...body }, key)

  return {
    follow,
    turn,
    read,
    ended,
    ask,
    issue,
    /** Issues a token and waits until it is ACTIVE. */
    async active(body: object) {
      const { id, operationRef } = tokenView.parse(taken(await issue(body), 201))
      const deployed = await endOf(id, operationRef)
      if (deployed.status !== 'COMPLETED') throw new Error(`DEPLOY: ${deployed.error}`)
      return read(id)
    },
    /** Requests an operation and expects that it completes. */
    async done(tokenId: string, what: string, body: unknown = {}): Promise<OperationView> {
      const operation = await ended(tokenId, await ask(tokenId, what, body))
      if (operation.status !== 'COMPLETED') throw new Error(`${what}: ${operation.error}`)
      return operation
    },
  }
}

/** The state of a token's operations, for the error when one makes no progress. */
async function stateOf(tokenId: string, chainId: number): Promise<string> {
  const rows = await workerCtx().db.execute(sql`
    select o.kind, o.status, o.attempts, o.next_attempt_at, s.status as step, t.status as transaction, t.stage, t.nonce, t.error, t.block_number,
      (select block_number from chain_cursors where chain_id = ${chainId} and consumer = 'tokens') as read_to, now() as now
    from token_operations o left join token_steps s on s.operation_id = o.id left join transactions t on t.id = s.transaction_id
    where o.token_id = ${tokenId} order by o.id`)
  return JSON.stringify([...rows])
}

function taken(answer: Answer, code: number): unknown {
  if (answer.code !== code) throw new Error(`${answer.code} ${answer.message} ${answer.errors?.join('; ') ?? ''}`)
  return answer.data
}
