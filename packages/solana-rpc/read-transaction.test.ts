import { Keypair, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { createCluster } from './cluster'
import { executeTransaction } from './execute'
import { loadMachine, openSvm } from './open-svm'
import { readTransaction } from './read-transaction'
import { RpcError } from './rpc-error'
import { simulateTransaction } from './simulate'

const payer = Keypair.fromSeed(new Uint8Array(32).fill(1))
const other = Keypair.fromSeed(new Uint8Array(32).fill(2))

function transactionBytes(version: 'legacy' | 0): Uint8Array {
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: other.publicKey.toBase58(),
    instructions: [SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: other.publicKey, lamports: 5 })],
  })
  const compiled = version === 0 ? message.compileToV0Message() : message.compileToLegacyMessage()
  const transaction = new VersionedTransaction(compiled)
  transaction.sign([payer])
  return transaction.serialize()
}

describe('readTransaction', () => {
  it.each(['legacy', 0] as const)('reads a %s transaction', (version) => {
    const { message, signatures } = readTransaction(transactionBytes(version))
    expect(signatures).toHaveLength(1)
    expect(message).toMatchObject({
      version,
      signers: 1,
      keys: [payer.publicKey.toBase58(), other.publicKey.toBase58(), SystemProgram.programId.toBase58()],
      blockhash: other.publicKey.toBase58(),
      instructions: [{ programIdIndex: 2, accounts: [0, 1] }],
    })
  })

  it('refuses what is cut off, too long or has something behind it', () => {
    const bytes = transactionBytes('legacy')
    expect(() => readTransaction(bytes.slice(0, -1))).toThrow('failed to fill whole buffer')
    expect(() => readTransaction(new Uint8Array([...bytes, 0]))).toThrow('trailing bytes')
    expect(() => readTransaction(new Uint8Array(1_233))).toThrow('too large')
    expect(() => readTransaction(new Uint8Array())).toThrow(RpcError)
  })

  // litesvm aborts the process over bytes it cannot read: were one let through, this file would not end.
  it('lets nothing through that ends the machine', async () => {
    const machine = await loadMachine()
    const settings = { slotMs: 0, finalizedAfterSlots: 32, chainId: 103 }
    const cluster = createCluster({ machine, svm: openSvm(machine) }, settings)
    const change = fc.record({ index: fc.nat(), byte: fc.integer({ min: 0, max: 255 }), cut: fc.boolean() })
    let passed = 0
    fc.assert(
      fc.property(
        fc.constantFrom('legacy' as const, 0 as const),
        fc.array(change, { maxLength: 4 }),
        (version, changes) => {
          let bytes = transactionBytes(version)
          for (const { index, byte, cut } of changes) {
            bytes[index % bytes.length] = byte
            if (cut) bytes = bytes.slice(0, Math.max(1, index % bytes.length))
          }
          try {
            const transaction = readTransaction(bytes)
            passed += 1
            simulateTransaction(cluster, { transaction, slot: null, verify: false })
            executeTransaction(cluster, transaction)
          } catch (error) {
            expect(error).toBeInstanceOf(RpcError)
          }
        },
      ),
      { seed: 7, ...propertyRuns(200, 10_000) },
    )
    expect(passed).toBeGreaterThan(50)
  })
})
