import { mnemonicToSeedSync } from '@scure/bip39'
import fc from 'fast-check'
import { bytesToHex, getAddress, type Hex, keccak256, recoverAddress, recoverTransactionAddress } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import { walletSeeds } from '@/db/schema/wallets'
import { delegateAddress } from '@/server/chains/evm/delegate'
import type { Operation } from '@/server/chains/evm/operation'
import { operationDigest } from '@/server/chains/evm/operation-digest'
import { inWorker, workerCtx } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { sealEnvelope } from './envelope'
import { seedBinding } from './seed-binding'
import { type EvmTransaction, type SignRequest, signEvmTransactions, signOperations } from './sign'
import { signAuthorizations } from './sign-authorizations'

const MNEMONIC = 'test test test test test test test test test test test junk'
const TRANSFER: EvmTransaction = {
  chainId: 84532,
  nonce: 7,
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  value: 10n ** 15n,
  data: '0x',
  gas: 21_000n,
  maxFeePerGas: 2_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
}

const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const hex = (options: { minLength?: number; maxLength: number }) => fc.uint8Array(options).map((b) => bytesToHex(b))
const transaction: fc.Arbitrary<EvmTransaction> = fc
  .record({
    chainId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    nonce: fc.nat(),
    to: fc.option(hex({ minLength: 20, maxLength: 20 }).map((address) => getAddress(address))),
    value: amount,
    data: hex({ maxLength: 200 }),
    gas: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    fees: fc.tuple(amount, amount).map(([a, b]) => (a < b ? ([a, b] as const) : ([b, a] as const))),
  })
  .map(({ fees: [maxPriorityFeePerGas, maxFeePerGas], ...rest }) => ({ ...rest, maxFeePerGas, maxPriorityFeePerGas }))

describe('signing', () => {
  openDatabase()
  let businessId: string
  const seedId = '0193b000-0000-7000-8000-000000000001'
  const account = (addressIndex: number) => mnemonicToAccount(MNEMONIC, { addressIndex })
  const request = (addressIndex: number, fields: Partial<SignRequest> = {}): SignRequest => ({
    walletId: `wallet-${addressIndex}`,
    businessId,
    seedId,
    addressIndex,
    expectedAddress: account(addressIndex).address,
    transaction: TRANSFER,
    ...fields,
  })

  const authorizing = (addressIndex: number, nonce: number) => ({
    ...request(addressIndex),
    authorization: { chainId: 84532, delegate: delegateAddress(), nonce },
  })
  const operating = (addressIndex: number): Operation => ({
    chainId: 84532,
    wallet: account(addressIndex).address,
    id: `0x${'ab'.repeat(32)}`,
    relayer: account(0).address,
    nonce: 1n,
    deadline: 2n ** 40n,
    callGas: 100_000n,
    calls: [{ to: account(1).address, value: 1n, data: '0x' }],
  })

  beforeAll(async () => {
    businessId = (await createTenant()).businessId
    const identity = { id: seedId, businessId, version: 1 }
    const { sealed, dataKeyWrapped, kekId } = await sealEnvelope(mnemonicToSeedSync(MNEMONIC), seedBinding(identity))
    await inWorker(({ db }) =>
      db.insert(walletSeeds).values({ ...identity, seedSealed: sealed, dataKeyWrapped, kekId }),
    )
  })

  it('gives byte for byte what a plain viem account signs', async () => {
    const signed = await signEvmTransactions(workerCtx(), [request(0), request(5)])
    for (const [position, index] of [0, 5].entries()) {
      const expected = await account(index).signTransaction({ type: 'eip1559', ...TRANSFER })
      expect(bytesToHex(signed[position]?.raw ?? new Uint8Array())).toBe(expected)
      expect(signed[position]?.hash).toBe(keccak256(expected))
    }
  })

  it('gives byte for byte what viem signs when accounts are delegated on the way', async () => {
    const authorizations = await signAuthorizations(
      workerCtx(),
      [1, 2, 3].map((index) => authorizing(index, index)),
    )
    const transaction = { ...TRANSFER, authorizations }
    const [signed] = await signEvmTransactions(workerCtx(), [request(0, { transaction })])
    const authorizationList = authorizations.map(({ delegate, ...rest }) => ({ address: delegate, ...rest }))
    const expected = await account(0).signTransaction({ type: 'eip7702', ...TRANSFER, authorizationList })
    expect(bytesToHex(signed?.raw ?? new Uint8Array())).toBe(expected)
  })

  it('signs authorizations as a plain viem account does', async () => {
    const [signed] = await signAuthorizations(workerCtx(), [authorizing(4, 0)])
    const expected = await account(4).signAuthorization?.({ address: delegateAddress(), chainId: 84532, nonce: 0 })
    const { r, s, yParity } = expected ?? {}
    expect(signed).toEqual({ delegate: delegateAddress(), chainId: 84532, nonce: 0, r, s, yParity })
  })

  it('points no account to a contract that is not the platform’s, nor on every chain at once', async () => {
    const { authorization } = authorizing(0, 0)
    for (const fields of [{ delegate: account(9).address }, { chainId: 0 }]) {
      const bad = { ...request(0), authorization: { ...authorization, ...fields } }
      await expect(signAuthorizations(workerCtx(), [bad])).rejects.toThrow(/^wallet wallet-0: /)
    }
  })

  it('signs operations so that the wallet is found as their signer, with s in the lower half', async () => {
    const [signature] = await signOperations(workerCtx(), [{ ...request(2), operation: operating(2) }])
    const hash = operationDigest(operating(2))
    expect(await recoverAddress({ hash, signature: bytesToHex(signature ?? new Uint8Array()) })).toBe(
      account(2).address,
    )
    expect(bytesToHex(signature ?? new Uint8Array())).toBe(await account(2).sign?.({ hash: bytesToHex(hash) }))
  })

  it('signs no operation of another wallet', async () => {
    const wrong = { ...request(2), operation: operating(3) }
    await expect(signOperations(workerCtx(), [wrong])).rejects.toThrow(/another wallet's, nothing was signed/)
  })

  it('signs any transaction, contract creation too, so that the wallet is its sender', async () => {
    await fc.assert(
      fc.asyncProperty(transaction, fc.nat({ max: 3 }), async (wanted, index) => {
        const [signed] = await signEvmTransactions(workerCtx(), [request(index, { transaction: wanted })])
        // first byte of every EIP-1559 transaction
        const raw = bytesToHex(signed?.raw ?? new Uint8Array()) as `0x02${string}`
        expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(account(index).address)
      }),
      propertyRuns(10, 120),
    )
  })

  it('signs nothing when the stored address is not the derived one', async () => {
    const wrong = request(0, { expectedAddress: account(1).address })
    await expect(signEvmTransactions(workerCtx(), [wrong])).rejects.toThrow(
      /^wallet wallet-0: the derived address is not/,
    )
  })

  it('opens a seed for its own business only, cached or not', async () => {
    await signEvmTransactions(workerCtx(), [request(0)])
    const other = (await createTenant()).businessId
    const foreign = request(0, { businessId: other })
    await expect(signEvmTransactions(workerCtx(), [foreign])).rejects.toThrow('no such seed in this business')
  })

  it('names no key, seed or word of it in what it throws', async () => {
    const bad: Partial<EvmTransaction>[] = [
      { to: '0x12' },
      { chainId: -1 },
      { maxFeePerGas: 2n ** 257n },
      { data: 'zz' as Hex },
    ]
    const key = bytesToHex(account(0).getHdKey().privateKey ?? new Uint8Array()).slice(2)
    for (const fields of bad) {
      const refused = await signEvmTransactions(workerCtx(), [
        request(0, { transaction: { ...TRANSFER, ...fields } }),
      ]).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(Error)
      const shown = `${(refused as Error).stack} ${JSON.stringify(refused)}`
      expect(shown).not.toContain(key)
      expect(shown).not.toContain('junk')
    }
  })
})
