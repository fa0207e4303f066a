import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog, wallets } from '@/db/schema'
import { tokenView } from '@/schemas/tokens/contract'
import { issueTokenBody } from '@/schemas/tokens/issue/contract'
import { workerCtx } from '@/server/ctx'
import { runEvmEngine } from '@/server/engine/evm/run-evm-engine'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { walletClient } from '@/server/testing/wallet-client'
import { tokenClient } from '@/server/tokens/token-client.test-data'
import { openTokenWorld, PLAIN, type TokenWorld } from '@/server/tokens/token-world.test-data'
import { previewIssue } from './preview-issue'

const LONG = { timeout: 240_000 }
const TOKENIZATION = ['create', 'mint', 'read', 'admin'].map((what) => `tokenization.token.${what}`)

let world: TokenWorld
beforeAll(async () => {
  world = await openTokenWorld()
})
afterAll(() => world.close())

const walletsOf = (businessId: string) =>
  workerCtx()
    .db.select()
    .from(wallets)
    .where(and(eq(wallets.businessId, businessId), eq(wallets.chainType, 'EVM')))

test('a business without the Wallet product can issue: its tokenAdmin is created once', LONG, async () => {
  const client = await walletClient({ capabilities: TOKENIZATION })
  const issue = () => client.post('/v1/tokens', PLAIN, randomUUID())
  const answers = await Promise.all([issue(), issue()])
  expect(answers.map(({ code }) => code)).toEqual([201, 201])
  const made = await walletsOf(client.businessId)
  expect(made).toHaveLength(1)
  const [admin] = made
  const issued = answers.map(({ data }) => tokenView.parse(data))
  for (const { tokenAdmin } of issued) expect(tokenAdmin).toBe(admin?.address)
  const written = await workerCtx().db.select().from(auditLog).where(eq(auditLog.businessId, client.businessId))
  expect(written.filter(({ action }) => action === 'wallet.generate')).toHaveLength(1)

  const on = { chainId: CHAIN_ID, runEngine: () => runEvmEngine(workerCtx(), CHAIN_ID) }
  const own = tokenClient(client, admin?.address ?? '', on)
  const token = await own.active(PLAIN)
  await own.done(token.id, 'mint', { to: token.tokenAdmin, amount: '5' })
  expect(await world.supplyOf(token.contractAddress)).toBe(5_000_000n)
  expect(await walletsOf(client.businessId)).toHaveLength(1)
})

test('a named tokenAdmin must exist: none is created for it', LONG, async () => {
  const client = await walletClient({ capabilities: TOKENIZATION })
  const answer = await client.post('/v1/tokens', { ...PLAIN, tokenAdmin: `0x${'bb'.repeat(20)}` }, randomUUID())
  expect(answer).toMatchObject({ code: 404, refusal: 'wallet_not_found' })
  expect(await walletsOf(client.businessId)).toEqual([])
})

test('the preview of a first token names its future tokenAdmin', LONG, async () => {
  const client = await walletClient({ capabilities: TOKENIZATION })
  const { tokenAdmin, refusal } = await previewIssue(client.tenant, issueTokenBody.parse(PLAIN))
  expect(refusal).toBe(null)
  expect((await walletsOf(client.businessId)).map(({ address }) => address)).toEqual([tokenAdmin])
})
