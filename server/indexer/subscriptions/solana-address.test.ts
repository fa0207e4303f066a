import { base58 } from '@scure/base'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { webhookMessages } from '@/db/schema'
import { eventPayload } from '@/schemas/indexer/catalog/contract'
import { PROGRAMS } from '@/server/chains/solana/programs'
import { workerCtx } from '@/server/ctx'
import { MINT, openSubscriptionWorld, PATH } from './subscription-world.test-data'

const on = openSubscriptionWorld()
const BODY = {
  ...{ network: 'SOL', contractAddress: MINT, webhookUrl: 'http://127.0.0.1:9/hooks', events: ['transfer'] },
}
const SOLANA = 103

const mint = Object.assign(new Uint8Array(82), { 45: 1 })
const held = Object.assign(new Uint8Array(165), { 108: 1 })
/** Token-2022 stores the type of an account after the first 165 bytes. */
const newer = (kind: number, more: object = {}) => Object.assign(new Uint8Array(170), { 165: kind, ...more })

/** Sets the account that the cluster reports at the address; null for none. */
function holds(account: { owner: string; data?: Uint8Array; executable?: boolean } | null): void {
  const { owner, data = new Uint8Array(), executable = false } = account ?? { owner: '' }
  const bytes = [Buffer.from(data).toString('base64'), 'base64']
  on.nodeOf(SOLANA).methods.getMultipleAccounts = () => ({
    value: [account && { lamports: 1, owner, executable, data: bytes }],
  })
}

describe('a Solana address', () => {
  test.each([
    ['a mint', { owner: PROGRAMS.token, data: mint }],
    ['a token account', { owner: PROGRAMS.token, data: held }],
    ['a mint of Token-2022', { owner: PROGRAMS.token2022, data: newer(1, { 45: 1 }) }],
    ['a token account of Token-2022', { owner: PROGRAMS.token2022, data: newer(2, { 108: 1 }) }],
    ['an account that does not exist yet', null],
  ])('may be %s', async (_what, account) => {
    holds(account)
    expect((await on.client.post(PATH, BODY)).code).toBe(201)
  })

  test.each([
    ['a wallet', { owner: PROGRAMS.system }, 'is a wallet; give its token account, or the mint'],
    ['a program', { owner: 'BPFLoaderUpgradeab1e11111111111111111111111', executable: true }, 'is a program'],
    ['a multisig', { owner: PROGRAMS.token, data: new Uint8Array(355) }, 'is neither a mint nor'],
    ['an account of another program', { owner: MINT, data: mint }, 'is neither a mint nor a token account'],
  ])('must not be %s: it is refused, and nothing is stored', async (_what, account, why) => {
    holds(account)
    const answer = await on.client.post(PATH, BODY)
    expect(answer).toMatchObject({ code: 400, message: 'Validation failed' })
    expect(answer.errors).toEqual([expect.stringContaining(`contractAddress: ${why}`)])
    expect((await on.client.get(PATH)).data).toMatchObject({ meta: { total: 0 } })
  })

  test('is not accepted while the cluster does not answer', async () => {
    on.nodeOf(SOLANA).methods.getMultipleAccounts = () => ({ error: { code: -32_000, message: 'not now' } })
    expect((await on.client.post(PATH, BODY)).code).toBe(503)
  })
})

test('a test event has hashes in Solana’s format', async () => {
  holds(null)
  const { id } = await on.create(on.client, BODY)
  expect((await on.client.post(`${PATH}/${id}/test`)).code).toBe(202)
  const [message] = await workerCtx().db.select().from(webhookMessages).where(eq(webhookMessages.destinationId, id))
  const payload = eventPayload.parse(JSON.parse(message?.body ?? ''))
  expect(base58.decode(payload.transactionHash)).toEqual(new Uint8Array(64))
  expect(base58.decode(payload.blockHash)).toEqual(new Uint8Array(32))
})
