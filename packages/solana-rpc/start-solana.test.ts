import { ComputeBudgetProgram, Keypair, LAMPORTS_PER_SOL } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { waitUntil } from '@/dev/wait-until'
import { openStillCluster } from './testing/open-still-cluster'

const SOL = LAMPORTS_PER_SOL

const world = openStillCluster()

describe('transfers', () => {
  it('gives SOL to whoever asks, twice in one slot too', async () => {
    const { publicKey } = Keypair.generate()
    const first = await world.connection.requestAirdrop(publicKey, SOL)
    const second = await world.connection.requestAirdrop(publicKey, SOL)
    expect(first).not.toBe(second)
    expect(await world.connection.getBalance(publicKey)).toBe(2 * SOL)
  })

  it.each(['legacy', 0] as const)('moves SOL in a %s transaction and tells its fee and balances', async (version) => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    const transaction = await world.client.sign([from], [world.client.transfer(from, to, SOL)], version)
    const signature = await world.connection.sendTransaction(transaction)
    await world.client.control('advanceSlots', 1)
    const found = await world.connection.getTransaction(signature, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    })
    expect(found?.version).toBe(version)
    expect(found?.transaction.signatures).toEqual([signature])
    expect(found?.meta).toMatchObject({
      err: null,
      fee: 5_000,
      preBalances: [10 * SOL, 0, 1],
      postBalances: [9 * SOL - 5_000, SOL, 1],
    })
    expect(await world.connection.getBalance(to)).toBe(SOL)
  })

  it('takes the priority fee that getFeeForMessage foretold', async () => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    const transaction = await world.client.sign(
      [from],
      [
        ComputeBudgetProgram.setComputeUnitLimit({ units: 20_000 }),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_001 }),
        world.client.transfer(from, to, SOL),
      ],
    )
    expect((await world.connection.getFeeForMessage(transaction.message)).value).toBe(25_001)
    await world.connection.sendTransaction(transaction)
    expect(await world.connection.getBalance(from.publicKey)).toBe(9 * SOL - 25_001)
    const fees = await world.connection.getRecentPrioritizationFees({ lockedWritableAccounts: [to] })
    expect(fees.find(({ slot }) => slot === world.solana.cluster.slot)?.prioritizationFee).toBe(1_000_001)
  })

  it('tells a transfer in words', async () => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    const signature = await world.client.send([from], [world.client.transfer(from, to, SOL)])
    await world.client.control('advanceSlots', 1)
    const found = await world.connection.getParsedTransaction(signature, 'confirmed')
    expect(found?.transaction.message.instructions).toMatchObject([
      {
        program: 'system',
        parsed: {
          type: 'transfer',
          info: { source: from.publicKey.toBase58(), destination: to.toBase58(), lamports: SOL },
        },
      },
    ])
  })

  it('lists the signatures of an address, the newest first, page by page', async () => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    const sent: string[] = []
    for (const units of [1, 2, 3]) {
      sent.unshift(await world.client.send([from], [world.client.transfer(from, to, units * SOL)]))
      await world.client.control('advanceSlots', 1)
    }
    const all = await world.connection.getSignaturesForAddress(to, {}, 'confirmed')
    expect(all.map(({ signature, memo }) => ({ signature, memo }))).toEqual(
      sent.map((signature) => ({ signature, memo: null })),
    )
    const page = await world.connection.getSignaturesForAddress(to, { before: sent[0], limit: 1 }, 'confirmed')
    expect(page.map(({ signature }) => signature)).toEqual([sent[1]])
    const since = await world.connection.getSignaturesForAddress(to, { until: sent[1] }, 'confirmed')
    expect(since.map(({ signature }) => signature)).toEqual([sent[0]])
    expect(await world.connection.getSignaturesForAddress(to, {}, 'finalized')).toEqual([])
  })
})

describe('commitments', () => {
  it('moves a transaction from processed to confirmed to finalized as slots pass', async () => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    await world.client.control('advanceSlots', 40)
    const signature = await world.client.send([from], [world.client.transfer(from, to, SOL)])
    expect(await world.client.status(signature)).toMatchObject({
      confirmationStatus: 'processed',
      confirmations: 0,
      err: null,
    })
    expect(await world.connection.getBalance(to, 'processed')).toBe(SOL)
    expect(await world.connection.getBalance(to, 'confirmed')).toBe(0)
    expect(await world.connection.getTransaction(signature, { commitment: 'confirmed' })).toBeNull()

    await world.client.control('advanceSlots', 1)
    expect(await world.client.status(signature)).toMatchObject({ confirmationStatus: 'confirmed', confirmations: 1 })
    expect(await world.connection.getBalance(to, 'confirmed')).toBe(SOL)
    expect(await world.connection.getBalance(to, 'finalized')).toBe(0)
    expect(await world.connection.getBalance(from.publicKey, 'finalized')).toBe(10 * SOL)

    await world.client.control('advanceSlots', 31)
    expect(await world.client.status(signature)).toMatchObject({ confirmationStatus: 'finalized', confirmations: null })
    expect(await world.connection.getBalance(to, 'finalized')).toBe(SOL)
  })

  it('keeps slot and height apart, and each commitment behind the newer one', async () => {
    const [processed, confirmed, finalized] = await Promise.all(
      (['processed', 'confirmed', 'finalized'] as const).map((level) => world.connection.getSlot(level)),
    )
    expect([processed, confirmed, finalized]).toEqual([1_000, 999, 968])
    expect(await world.connection.getBlockHeight('confirmed')).toBeLessThan(999)
  })

  it('lets go of a status after 150 slots unless history is searched', async () => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    const signature = await world.client.send([from], [world.client.transfer(from, to, SOL)])
    await world.client.control('advanceSlots', 151)
    expect(await world.client.status(signature)).toBeNull()
    expect(await world.client.status(signature, true)).toMatchObject({ confirmationStatus: 'finalized' })
  })

  it('puts a transaction into the block of its slot', async () => {
    const [from, to] = [await world.client.makeFunded(), Keypair.generate().publicKey]
    await world.client.control('advanceSlots', 1)
    const signature = await world.client.send([from], [world.client.transfer(from, to, SOL)])
    const { slot } = (await world.client.status(signature)) ?? { slot: 0 }
    await world.client.control('advanceSlots', 2)
    const block = await world.connection.getBlock(slot, { commitment: 'confirmed', maxSupportedTransactionVersion: 0 })
    expect(block?.transactions.map(({ transaction }) => transaction.signatures[0])).toEqual([signature])
    expect(Math.abs((block?.blockTime ?? 0) - Date.now() / 1_000)).toBeLessThan(60)
    const next = await world.connection.getBlock(slot + 1, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    })
    expect(next).toMatchObject({ previousBlockhash: block?.blockhash, parentSlot: slot, transactions: [] })
    expect(await world.connection.getBlocks(slot, slot + 1, 'confirmed')).toEqual([slot, slot + 1])
  })

  it('goes on by itself when slots have a length', async () => {
    const before = await world.connection.getSlot()
    await world.client.control('setSlotMs', 10)
    expect(await waitUntil(async () => (await world.connection.getSlot()) > before + 5, { timeoutMs: 60_000 })).toBe(
      true,
    )
  })
})
