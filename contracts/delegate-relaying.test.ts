import { hashMessage } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { delegateAddress, isDelegatedTo } from '@/server/chains/evm/delegate'
import { findOperationOutcome } from '@/server/chains/evm/find-operation-outcome'
import { DELEGATION_GAS } from '@/server/chains/evm/gas-figures'
import { relayGasOf } from '@/server/chains/evm/operation-gas'
import { slipwayDelegateAbi } from './generated/slipway-delegate'
import { type DelegateWorld, oneCallGas, openDelegateWorld, refused, SHOP } from './testing/delegate-world'

describe('SlipwayDelegate', () => {
  let world: DelegateWorld
  beforeAll(async () => {
    world = await openDelegateWorld()
  })
  afterAll(() => world.close())

  it('is where the server expects it', async () => {
    const { wallet } = await world.delegatedWallet()
    const code = await world.chain.getCode({ address: wallet.address })
    expect(isDelegatedTo(code ?? '0x', delegateAddress())).toBe(true)
    expect(isDelegatedTo(code ?? '0x', SHOP)).toBe(false)
    expect((await world.chain.getCode({ address: delegateAddress() }))?.length).toBeGreaterThan(1_000)
  })

  it('moves tokens and coins of a wallet that cannot pay gas', async () => {
    const { wallet, operation, relay } = await world.delegatedWallet()
    const before = await world.balanceOf(SHOP)
    const { receipt, outcome } = await relay(operation())
    expect(receipt.status).toBe('success')
    expect(outcome).toEqual({ success: true, result: '0x' })
    expect((await world.balanceOf(SHOP)) - before).toBe(10n)

    await world.test.setBalance({ address: wallet.address, value: 7n })
    const newcomer = privateKeyToAccount(generatePrivateKey()).address
    const native = operation({ callGas: oneCallGas(21_000n), calls: [{ to: newcomer, value: 7n, data: '0x' }] })
    expect((await relay(native)).outcome).toMatchObject({ success: true })
    expect(await world.chain.getBalance({ address: newcomer })).toBe(7n)
    expect(await world.chain.getBalance({ address: wallet.address })).toBe(0n)
  })

  it('carries the delegation and the first operation in one transaction', async () => {
    const { wallet, operation, signedData } = world.plainWallet()
    await world.test.setBalance({ address: wallet.address, value: 5n })
    const first = operation({ calls: [{ to: SHOP, value: 5n, data: '0x' }] })
    const authorization = await world.delegationOf(wallet)
    const data = await signedData(first)
    const gas = relayGasOf(first.callGas, 0) + DELEGATION_GAS
    const transaction = { chain: null, account: world.relayer, to: wallet.address, data, gas }
    const receipt = await world.mined(
      await world.chain.sendTransaction({ ...transaction, authorizationList: [authorization] }),
    )
    expect(findOperationOutcome(receipt.logs, first)).toMatchObject({ success: true })
  })

  it('takes operations in any order and a sequence within a key in its order only', async () => {
    const { operation, relay } = await world.delegatedWallet()
    const key = 5n << 64n
    expect(await relay(operation({ nonce: key + 1n }))).toMatchObject(refused)
    expect((await relay(operation({ nonce: key }))).outcome).toMatchObject({ success: true })
    expect((await relay(operation({ nonce: key + 1n }))).outcome).toMatchObject({ success: true })
    expect(await relay(operation({ nonce: key }))).toMatchObject(refused)
  })

  it('runs fifty operations of one wallet through four relayers in one block', async () => {
    const { wallet, operation, signedData } = await world.delegatedWallet()
    const before = await world.balanceOf(SHOP)
    const operations = Array.from({ length: 50 }, (_, index) =>
      operation({ relayer: (world.relayers[index % 4] ?? world.relayer).address, calls: [world.transferCall(1n)] }),
    )
    const nonces = await Promise.all(world.relayers.map(({ address }) => world.chain.getTransactionCount({ address })))
    await world.test.setAutomine(false)
    const hashes = await Promise.all(
      operations.map(async (each, index) =>
        world.chain.sendTransaction({
          chain: null,
          account: world.relayers[index % 4] ?? world.relayer,
          nonce: (nonces[index % 4] ?? 0) + Math.floor(index / 4),
          to: wallet.address,
          data: await signedData(each),
          gas: relayGasOf(each.callGas, 68),
        }),
      ),
    )
    await world.test.mine({ blocks: 1 })
    await world.test.setAutomine(true)
    const receipts = await Promise.all(hashes.map(world.mined))
    expect(new Set(receipts.map(({ blockNumber }) => blockNumber)).size).toBe(1)
    for (const [index, { logs }] of receipts.entries()) {
      const { wallet: owner, id } = operations[index] ?? operation()
      expect(findOperationOutcome(logs, { wallet: owner, id })).toEqual({ success: true, result: '0x' })
    }
    expect((await world.balanceOf(SHOP)) - before).toBe(50n)
  })

  it('still receives coins, and still vouches for what its key signed', async () => {
    const { wallet } = await world.delegatedWallet()
    const sent = await world.chain.sendTransaction({
      chain: null,
      account: world.relayer,
      to: wallet.address,
      value: 3n,
      gas: 40_000n,
    })
    expect((await world.mined(sent)).status).toBe('success')
    const hash = hashMessage('hello')
    const vouch = async (signer: PrivateKeyAccount) =>
      world.chain.readContract({
        address: wallet.address,
        abi: slipwayDelegateAbi,
        functionName: 'isValidSignature',
        args: [hash, await signer.sign({ hash })],
      })
    expect(await vouch(wallet)).toBe('0x1626ba7e')
    expect(await vouch(world.relayer)).toBe('0xffffffff')
  })
})
