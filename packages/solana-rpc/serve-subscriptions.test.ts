import { Keypair, LAMPORTS_PER_SOL } from '@solana/web3.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPorts } from '@/dev/ports'
import { type RunningSolana, startSolana } from './start-solana'
import { connectTest, type TestClient } from './testing/connect-test'

const SOL = LAMPORTS_PER_SOL

let solana: RunningSolana
let client: TestClient

beforeEach(async () => {
  const ports = createPorts()
  const port = await ports.holdPair(0)
  await ports.close()
  solana = await startSolana({ port, slotMs: 50, webSocket: true })
  client = connectTest(solana.rpcUrl)
})

afterEach(async () => {
  // The client leaves half a second after its last subscription; to a server that ended first it connects for ever.
  await expect.poll(() => Reflect.get(client.connection, '_rpcWebSocketConnected')).toBe(false)
  await solana.stop()
})

describe('serveSubscriptions', () => {
  it('lets confirmTransaction hear of a transaction that lands later, and of its failure', async () => {
    const { connection } = client
    const [from, to] = [await client.makeFunded(), Keypair.generate().publicKey]
    const latest = await connection.getLatestBlockhash()
    await client.control('delayTransactions', 3)
    const signature = await client.send([from], [client.transfer(from, to, SOL)])
    const landed = await connection.confirmTransaction({ signature, ...latest }, 'confirmed')
    expect(landed.value.err).toBeNull()
    expect(await connection.getBalance(to, 'confirmed')).toBe(SOL)

    const failing = await client.sign([from], [client.transfer(from, to, 50 * SOL)])
    const failed = await connection.sendTransaction(failing, { skipPreflight: true })
    const result = await connection.confirmTransaction({ signature: failed, ...latest }, 'processed')
    expect(result.value.err).toEqual({ InstructionError: [0, { Custom: 1 }] })
  })

  it('tells every slot until nobody listens', async () => {
    const { connection } = client
    const slots: number[] = []
    await new Promise<void>((resolve) => {
      const id = connection.onSlotChange(({ slot }) => {
        slots.push(slot)
        if (slots.length === 3) resolve(connection.removeSlotChangeListener(id))
      })
    })
    expect(slots).toEqual([slots[0], Number(slots[0]) + 1, Number(slots[0]) + 2])
  })
})
