import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { anyTransfer } from '@/server/chains/solana/arbitrary-transfer.test-data'
import { buildTransferMessage } from '@/server/chains/solana/build-transfer-message'
import { decodeTransaction } from '@/server/chains/solana/decode-transaction'
import type { SolanaTransfer } from '@/server/chains/solana/transfer'
import { workerCtx } from '@/server/ctx'
import { ensureSolanaFeePayer, findFeePayer } from '@/server/platform/ensure-fee-payer'
import { createTenant } from '@/server/testing/create-tenant'
import { inTenantWithSeed } from '@/server/testing/in-tenant-with-seed'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { addWallets } from '@/server/wallets/add-wallets'
import { type SolanaSignRequest, signSolanaTransfers } from './sign-solana'

openDatabase()
let feePayer: SolanaSignRequest['feePayer']
let sender: SolanaSignRequest['sender']

beforeAll(async () => {
  await ensureSolanaFeePayer()
  const payer = await findFeePayer(workerCtx())
  const [made] = await inTenantWithSeed(await createTenant(), (ctx) =>
    addWallets(ctx, { chainType: 'SOLANA', purpose: 'TEST', count: 1 }),
  )
  if (!payer || !made) throw new Error('no wallets')
  feePayer = { ...payer, walletId: payer.id, expectedAddress: payer.address }
  sender = { ...made, walletId: made.address, expectedAddress: made.address }
})

/** A transfer between the test's wallets, and the request to sign it. */
function request(drawn: { transfer: SolanaTransfer; terms: SolanaSignRequest['intent']['terms'] }) {
  const transfer = { ...drawn.transfer, feePayer: feePayer.expectedAddress, fromOwner: sender.expectedAddress }
  return {
    feePayer,
    sender,
    messageBytes: buildTransferMessage(transfer, drawn.terms),
    intent: { transfer, terms: drawn.terms },
    limits: { maxFeeLamports: 300_000n, rentBudgetLamports: 2_100_000n, rentPerAccountLamports: 2_100_000n },
  }
}

test('signs any transfer with both keys, so that the network accepts it', async () => {
  await fc.assert(
    fc.asyncProperty(anyTransfer, async (drawn) => {
      const wanted = request(drawn)
      const [signed] = await signSolanaTransfers(workerCtx(), [wanted])
      const { signatures, messageBytes, message } = decodeTransaction(signed?.raw ?? new Uint8Array())
      expect(base58.encode(signatures[0] ?? new Uint8Array())).toBe(signed?.signature)
      expect(Buffer.compare(messageBytes, wanted.messageBytes)).toBe(0)
      for (const [index, signature] of signatures.entries()) {
        const key = base58.decode(message.accountKeys[index] ?? '')
        expect(ed25519.verify(signature, messageBytes, key, { zip215: false })).toBe(true)
      }
    }),
    propertyRuns(6, 60),
  )
})

test('signs nothing that is another transfer than the one asked for', async () => {
  const other = fc.sample(anyTransfer, { numRuns: 2, seed: 3 })
  const [first, second] = other.map(request)
  if (!first || !second) throw new Error('nothing drawn')
  const { transfer, terms } = first.intent
  const changes: SolanaSignRequest[] = [
    { ...first, messageBytes: second.messageBytes },
    { ...first, intent: { terms, transfer: { ...transfer, amountUnits: transfer.amountUnits + 1n } } },
    { ...first, intent: { terms, transfer: { ...transfer, toOwner: second.intent.transfer.toOwner } } },
    { ...first, intent: { terms, transfer: { ...transfer, intentId: second.intent.transfer.intentId } } },
    { ...first, intent: { transfer, terms: { ...terms, microLamportsPerUnit: terms.microLamportsPerUnit + 1n } } },
    { ...first, limits: { ...first.limits, maxFeeLamports: 9_999n } },
  ]
  await expect(signSolanaTransfers(workerCtx(), [first])).resolves.toHaveLength(1)
  for (const change of changes) {
    await expect(signSolanaTransfers(workerCtx(), [change])).rejects.toThrow('nothing was signed')
  }
})

test('signs nothing for a wallet whose stored address is not the derived one, nor with the seed of another business', async () => {
  const [drawn] = fc.sample(anyTransfer, { numRuns: 1, seed: 4 })
  if (!drawn) throw new Error('nothing drawn')
  const wrong = { ...sender, addressIndex: sender.addressIndex + 1 }
  await expect(signSolanaTransfers(workerCtx(), [{ ...request(drawn), sender: wrong }])).rejects.toThrow(
    'the derived address is not the stored one',
  )
  const foreign = { ...sender, businessId: feePayer.businessId }
  await expect(signSolanaTransfers(workerCtx(), [{ ...request(drawn), sender: foreign }])).rejects.toThrow(
    'no such seed',
  )
})
