import { createHmac } from 'node:crypto'
import { Keypair, type PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  ASSOCIATED_PROGRAM_ID,
  associatedAddress,
  createAssociated,
  mintTo,
  TOKEN_2022_PROGRAM_ID,
  transferChecked,
} from '@/packages/solana-rpc/token-instructions'
import { eventPayload } from '@/schemas/indexer/catalog/contract'
import { newIndexerSubscriptionView } from '@/schemas/indexer/contract'
import { workerCtx } from '@/server/ctx'
import { authority, EXTENSIONS } from '@/server/engine/solana/token-extensions.test-data'
import { runReplays } from '@/server/indexer/replays/run-replays'
import { CLUSTER_ID, type LocalSolana, startLocalSolana } from '@/server/testing/local-solana'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { openWebhookWorld } from '@/server/testing/webhook-world'
import { dispatchWebhooks } from '@/server/webhooks/dispatch'
import { runFollower } from './run-follower'

// Slots run in real time here, so a busy machine needs longer limits.
const SUBSCRIPTIONS = '/v1/indexer/subscriptions'

const world = openWebhookWorld()
let solana: LocalSolana
let client: WalletClient
beforeAll(async () => {
  solana = await startLocalSolana({ finalizedAfterSlots: 8 })
  client = await walletClient()
  // The first transactions of the cluster's own tokens are older than every subscription.
  const begun = await solana.connection.getSlot('processed')
  await vi.waitFor(async () => expect(await solana.connection.getSlot('finalized')).toBeGreaterThan(begun), 60_000)
})
afterAll(() => solana.stop())

async function subscribe(contractAddress: string, events: string[]) {
  const asked = { network: 'SOL', chainId: CLUSTER_ID, contractAddress, events, webhookUrl: world.receiver.url }
  return newIndexerSubscriptionView.parse((await client.post(SUBSCRIPTIONS, asked)).data)
}

/**
 * Runs follower and dispatcher until this many events arrived and the chain has advanced further, so that none may
 * follow.
 */
async function runUntil(subscriptions: string[], count: number): Promise<void> {
  const run = runFollower(workerCtx(), { chainId: CLUSTER_ID })
  await vi.waitFor(
    async () => {
      await dispatchWebhooks(workerCtx())
      expect(reported().length).toBeGreaterThanOrEqual(count)
    },
    { timeout: 60_000, interval: 100 },
  )
  // Without subscriptions a run ends.
  for (const id of subscriptions) expect((await client.delete(`${SUBSCRIPTIONS}/${id}`)).code).toBe(200)
  await run
}

const reported = () => world.receiver.visits.map(({ body }) => eventPayload.parse(JSON.parse(body)))

const instruction = (programId: PublicKey, keys: PublicKey[], data: number[]) =>
  new TransactionInstruction({
    programId,
    keys: keys.map((pubkey) => ({
      pubkey,
      isSigner: pubkey.equals(authority()),
      isWritable: !pubkey.equals(programId),
    })),
    data: Buffer.from(data),
  })
const u64 = (units: number) => [...new Uint8Array(new BigUint64Array([BigInt(units)]).buffer)]
const someone = () => Keypair.generate().publicKey

test('token events on a cluster arrive once, in order and signed', async () => {
  const token = solana.tokenOf('USDC')
  const [owner, mint] = [authority(), token.mint.toBase58()]
  const to = someone()
  const [mine, theirs] = [associatedAddress(owner, token), associatedAddress(to, token)]
  const { id, signingSecret } = await subscribe(mint, ['transfer', 'mint', 'burn'])
  await solana.run([
    createAssociated(token, { payer: owner, owner: to }),
    transferChecked(token, { from: owner, to, units: 5n }),
  ])
  await solana.run([mintTo(token, { authority: owner, owner: to, units: 7n })])
  // A plain transfer names no mint, and the cluster's parser does not know this burn.
  await solana.run([instruction(token.programId, [mine, theirs, owner], [3, ...u64(11)])])
  await solana.run([instruction(token.programId, [mine, token.mint, owner], [8, ...u64(13)])])
  await runUntil([id], 4)

  const from = owner.toBase58()
  const receiver = to.toBase58()
  expect(reported().map(({ eventType, from, to, amount }) => ({ eventType, from, to, amount }))).toEqual([
    { eventType: 'transfer', from, to: receiver, amount: '5' },
    { eventType: 'mint', from: mint, to: receiver, amount: '7' },
    { eventType: 'transfer', from, to: receiver, amount: '11' },
    { eventType: 'burn', from, to: mint, amount: '13' },
  ])
  const [first] = reported()
  expect(first).toMatchObject({ network: 'SOL', chainId: CLUSTER_ID, contractAddress: mint, subscriptionId: id })
  expect(first?.decoded).toMatchObject({
    ...{ program: 'spl-token', instruction: 'transferChecked', mint, decimals: '6', authority: from },
    ...{ source: mine.toBase58(), sourceOwner: from, destination: theirs.toBase58(), destinationOwner: receiver },
    ...{ amount: '5', fee: '0' },
  })
  // Each event has the position that the cluster reports.
  for (const event of reported()) {
    const [signature = '', ordinal] = event.id.split(':')
    expect(signature).toBe(event.transactionHash)
    const landed = await solana.connection.getTransaction(signature, {
      maxSupportedTransactionVersion: 0,
      commitment: 'confirmed',
    })
    expect(event.blockNumber).toBe(landed?.slot)
    expect(event.timestamp).toBe((landed?.blockTime ?? 0) * 1_000)
    const block = await solana.connection.getBlock(event.blockNumber, {
      maxSupportedTransactionVersion: 0,
      commitment: 'confirmed',
    })
    expect(event.blockHash).toBe(block?.blockhash)
    expect(Number(ordinal)).toBeLessThan(12)
  }
  for (const { headers, body } of world.receiver.visits) {
    const [, at = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-indexer-signature'] ?? '') ?? []
    expect(signature).toBe(createHmac('sha256', signingSecret).update(`${at}.${body}`).digest('hex'))
  }
})

test('the event of a token with a transfer fee has the received amount, also if another program calls it', async () => {
  const mint = Keypair.generate()
  const token = { mint: mint.publicKey, programId: TOKEN_2022_PROGRAM_ID, decimals: 6 }
  const { bytes, data } = EXTENSIONS['a transfer fee']
  const space = 166 + 4 + bytes
  const [owner, to] = [authority(), someone()]
  const account = associatedAddress(to, token)
  const own = (content: number[]) => instruction(token.programId, [token.mint], content)
  const create = SystemProgram.createAccount({
    ...{ fromPubkey: owner, newAccountPubkey: token.mint, programId: token.programId, space },
    lamports: await solana.connection.getMinimumBalanceForRentExemption(space),
  })
  // The subscription names the account before it exists.
  const { id } = await subscribe(account.toBase58(), ['transfer'])
  await solana.run([create, own(data()), own([20, 6, ...owner.toBytes(), 0])], [mint])
  await solana.run([
    createAssociated(token, { payer: owner, owner }),
    mintTo(token, { authority: owner, owner, units: 1_000_000n }),
  ])
  await solana.run([
    createAssociated(token, { payer: owner, owner: to }),
    transferChecked(token, { from: owner, to, units: 10_000n }),
  ])
  await runUntil([id], 1)
  expect(reported()).toMatchObject([
    {
      ...{ eventType: 'transfer', from: owner.toBase58(), to: to.toBase58(), amount: '9950' },
      ...{ contractAddress: account.toBase58() },
      decoded: { amount: '10000', fee: '50', program: 'spl-token-2022' },
    },
  ])
  const { value } = await solana.connection.getTokenAccountBalance(account)
  expect(value.amount).toBe('9950')
})

test('a transfer that another program calls has its index among all inner instructions', async () => {
  const token = solana.tokenOf('cNGN')
  const owner = authority()
  // The associated token program recovers tokens of a nested account, and calls the token program for it.
  const outer = associatedAddress(owner, token)
  const nested = associatedAddress(outer, token)
  const { id } = await subscribe(nested.toBase58(), ['transfer'])
  await solana.run([
    createAssociated(token, { payer: owner, owner: outer }),
    transferChecked(token, { from: owner, to: outer, units: 21n }),
  ])
  const rollBack = [nested, token.mint, outer, outer, token.mint, owner, token.programId]
  await solana.run([instruction(ASSOCIATED_PROGRAM_ID, rollBack, [2])])
  await runUntil([id], 2)
  const [sent, back] = reported()
  expect(sent).toMatchObject({ amount: '21', from: owner.toBase58(), to: outer.toBase58() })
  expect(back).toMatchObject({ amount: '21', from: outer.toBase58(), to: owner.toBase58() })
  // The transfer is the first call of the only instruction.
  expect(back?.id).toBe(`${back?.transactionHash}:1`)
})

test('a replay sends movements from before the subscription', async () => {
  const token = solana.tokenOf('USDC')
  const [owner, to] = [authority(), someone()]
  await solana.run([
    createAssociated(token, { payer: owner, owner: to }),
    transferChecked(token, { from: owner, to, units: 33n }),
  ])
  const [{ slot = 0, signature = '' } = {}] = await solana.connection.getSignaturesForAddress(to, {}, 'confirmed')
  await vi.waitFor(async () => expect(await solana.connection.getSlot('finalized')).toBeGreaterThan(slot), 60_000)
  const { id } = await subscribe(token.mint.toBase58(), ['transfer'])
  const asked = { fromBlock: slot - 3, toBlock: slot }
  const made = await client.post(`${SUBSCRIPTIONS}/${id}/replay`, asked)
  expect(made).toMatchObject({ code: 202, data: asked })
  await runReplays(workerCtx(), { chainId: CLUSTER_ID })
  await vi.waitFor(async () => {
    await dispatchWebhooks(workerCtx())
    expect(reported()).toHaveLength(1)
  }, 10_000)
  expect(reported()).toMatchObject([{ transactionHash: signature, blockNumber: slot, amount: '33', to: to.toBase58() }])
  const { data } = await client.get(`/v1/indexer/logs?subscriptionId=${id}`)
  expect(data).toMatchObject({ data: [{ transactionHash: signature, isReplay: true, replayOf: null }] })
})
