import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Address,
  createTestClient,
  createWalletClient,
  encodeErrorResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hashMessage,
  hexToBytes,
  http,
  keccak256,
  pad,
  parseEther,
  publicActions,
  toHex,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RunningAnvil, startAnvil } from '@/dev/chains/anvil'
import { deployDelegate } from '@/dev/chains/deploy-delegate'
import { deployTokens, FAUCET_PRIVATE_KEY } from '@/dev/chains/deploy-tokens'
import { findFreePort } from '@/dev/free-port'
import { delegateAddress, isDelegatedTo } from '@/server/chains/evm/delegate'
import { delegateDeployment } from '@/server/chains/evm/delegate-code'
import { encodeExecute } from '@/server/chains/evm/encode-execute'
import { findOperationOutcome } from '@/server/chains/evm/find-operation-outcome'
import type { Operation } from '@/server/chains/evm/operation'
import { operationDigest } from '@/server/chains/evm/operation-digest'
import { callGasOf, carrierGasOf, DELEGATION_GAS } from '@/server/chains/evm/operation-gas'
import { compileContracts } from './compile'

const CHAIN_ID = 31337
const SHOP: Address = '0x00000000000000000000000000000000000051a0'
const FOREVER = 2n ** 40n
const nonceAbi = [
  {
    type: 'function',
    name: 'nonces',
    stateMutability: 'view',
    inputs: [{ type: 'address' }, { type: 'uint192' }],
    outputs: [{ type: 'uint256' }],
  },
] as const
const erc1271Abi = [
  {
    type: 'function',
    name: 'isValidSignature',
    stateMutability: 'view',
    inputs: [{ type: 'bytes32' }, { type: 'bytes' }],
    outputs: [{ type: 'bytes4' }],
  },
] as const
const oneCallGas = (ownGasLimit = 90_000n) => callGasOf(ownGasLimit)

describe('SlipwayDelegate', () => {
  let home: string
  let anvil: RunningAnvil
  let token: Address
  let wallet: PrivateKeyAccount
  const faucet = privateKeyToAccount(FAUCET_PRIVATE_KEY)
  const relayers = Array.from({ length: 4 }, () => privateKeyToAccount(generatePrivateKey()))
  const [relayer, otherRelayer] = relayers as [PrivateKeyAccount, PrivateKeyAccount] // four were just made
  const chain = () => createWalletClient({ transport: http(anvil.rpcUrl), pollingInterval: 50 }).extend(publicActions)
  const test = () => createTestClient({ mode: 'anvil', transport: http(anvil.rpcUrl) })

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'slipway-delegate-'))
    const { folder } = compileContracts()
    anvil = await startAnvil({ chainId: CHAIN_ID, port: await findFreePort(), logFile: join(home, 'log') })
    const [first] = await deployTokens({ rpcUrl: anvil.rpcUrl, artifacts: folder })
    if (!first) throw new Error('no token')
    token = first.address
    await deployDelegate({ rpcUrl: anvil.rpcUrl })
    for (const { address } of relayers) await test().setBalance({ address, value: parseEther('10') })
  })
  afterAll(async () => {
    await anvil.stop()
    rmSync(home, { recursive: true, force: true })
  })
  // A wallet with tokens and not a wei for gas, its account already pointing to the delegate.
  beforeEach(async () => {
    wallet = privateKeyToAccount(generatePrivateKey())
    await mined(
      await chain().writeContract({
        chain: null,
        account: faucet,
        address: token,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [wallet.address, 1_000n],
      }),
    )
    await delegate(wallet)
  })

  async function mined(hash: Hex) {
    return chain().waitForTransactionReceipt({ hash, pollingInterval: 50 })
  }

  async function delegate(account: PrivateKeyAccount) {
    const authorization = await account.signAuthorization({ address: delegateAddress(), chainId: CHAIN_ID, nonce: 0 })
    const authorizationList = [authorization]
    const transaction = { chain: null, account: relayer, to: account.address, gas: DELEGATION_GAS, authorizationList }
    return mined(await chain().sendTransaction(transaction))
  }

  function transferCall(amount: bigint, to: Address = SHOP) {
    return {
      to: token,
      value: 0n,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
    }
  }

  function operation(fields: Partial<Operation> = {}): Operation {
    const id = keccak256(generatePrivateKey())
    return {
      chainId: CHAIN_ID,
      wallet: wallet.address,
      id,
      relayer: relayer.address,
      nonce: (BigInt(id) >> 64n) << 64n,
      deadline: FOREVER,
      callGas: oneCallGas(),
      calls: [transferCall(10n)],
      ...fields,
    }
  }

  async function carry(
    wanted: Operation,
    options: {
      signed?: Operation
      from?: PrivateKeyAccount
      gas?: bigint
      to?: Address
      signer?: PrivateKeyAccount
    } = {},
  ) {
    const signature = await (options.signer ?? wallet).sign({ hash: toHex(operationDigest(options.signed ?? wanted)) })
    const receipt = await mined(
      await chain().sendTransaction({
        chain: null,
        account: options.from ?? relayer,
        to: options.to ?? wanted.wallet,
        data: encodeExecute(wanted, hexToBytes(signature)),
        gas: options.gas ?? carrierGasOf(wanted.callGas, 68),
      }),
    )
    return { receipt, outcome: findOperationOutcome(receipt.logs, wanted) }
  }

  const balanceOf = (owner: Address) =>
    chain().readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  const usedUp = async ({ wallet: owner, nonce }: Operation) =>
    (await chain().readContract({
      address: owner,
      abi: nonceAbi,
      functionName: 'nonces',
      args: [owner, nonce >> 64n],
    })) > nonce
  const refused = { receipt: { status: 'reverted' }, outcome: null }

  it('is where the server expects it, made by this compiler from this source', async () => {
    const compiled = JSON.parse(readFileSync(join(compileContracts().folder, 'SlipwayDelegate.json'), 'utf8'))
    expect(delegateDeployment()).toBe(`${pad('0x', { size: 32 })}${compiled.bytecode.slice(2)}`)
    const code = await chain().getCode({ address: wallet.address })
    expect(isDelegatedTo(code ?? '0x', delegateAddress())).toBe(true)
    expect(isDelegatedTo(code ?? '0x', SHOP)).toBe(false)
    expect((await chain().getCode({ address: delegateAddress() }))?.length).toBeGreaterThan(1_000)
  })

  it('moves tokens and coins of a wallet that cannot pay gas', async () => {
    const before = await balanceOf(SHOP)
    const { receipt, outcome } = await carry(operation())
    expect(receipt.status).toBe('success')
    expect(outcome).toEqual({ success: true, result: '0x' })
    expect((await balanceOf(SHOP)) - before).toBe(10n)

    await test().setBalance({ address: wallet.address, value: 7n })
    const newcomer = privateKeyToAccount(generatePrivateKey()).address
    const native = operation({ callGas: oneCallGas(21_000n), calls: [{ to: newcomer, value: 7n, data: '0x' }] })
    expect((await carry(native)).outcome).toMatchObject({ success: true })
    expect(await chain().getBalance({ address: newcomer })).toBe(7n)
    expect(await chain().getBalance({ address: wallet.address })).toBe(0n)
  })

  it('carries the delegation and the first operation in one transaction', async () => {
    wallet = privateKeyToAccount(generatePrivateKey())
    await test().setBalance({ address: wallet.address, value: 5n })
    const first = operation({ calls: [{ to: SHOP, value: 5n, data: '0x' }] })
    const authorization = await wallet.signAuthorization({ address: delegateAddress(), chainId: CHAIN_ID, nonce: 0 })
    const data = encodeExecute(first, hexToBytes(await wallet.sign({ hash: toHex(operationDigest(first)) })))
    const gas = carrierGasOf(first.callGas, 0) + DELEGATION_GAS
    const transaction = { chain: null, account: relayer, to: wallet.address, data, gas }
    const receipt = await mined(await chain().sendTransaction({ ...transaction, authorizationList: [authorization] }))
    expect(findOperationOutcome(receipt.logs, first)).toMatchObject({ success: true })
  })

  it('lets an operation happen once, whoever repeats it', async () => {
    const once = operation()
    expect((await carry(once)).outcome).toMatchObject({ success: true })
    expect(await carry(once)).toMatchObject(refused)
    const again = { ...once, id: pad('0x01'), relayer: otherRelayer.address }
    expect(await carry(again, { from: otherRelayer })).toMatchObject(refused)
  })

  it('takes operations in any order and a sequence within a key in its order only', async () => {
    const key = 5n << 64n
    expect(await carry(operation({ nonce: key + 1n }))).toMatchObject(refused)
    expect((await carry(operation({ nonce: key }))).outcome).toMatchObject({ success: true })
    expect((await carry(operation({ nonce: key + 1n }))).outcome).toMatchObject({ success: true })
    expect(await carry(operation({ nonce: key }))).toMatchObject(refused)
  })

  it('refuses another sender, so that a signature seen on chain is of no use to others', async () => {
    const own = operation()
    expect(await carry(own, { from: otherRelayer })).toMatchObject(refused)
    expect(await carry({ ...own, relayer: otherRelayer.address }, { from: otherRelayer, signed: own })).toMatchObject(
      refused,
    )
    expect(await usedUp(own)).toBe(false)
  })

  it('refuses what was signed for another chain, for another wallet or by another key, and any changed field', async () => {
    const own = operation()
    const other = privateKeyToAccount(generatePrivateKey())
    await delegate(other)
    expect(await carry(own, { signed: { ...own, chainId: 1 } })).toMatchObject(refused)
    expect(await carry(own, { to: other.address })).toMatchObject(refused)
    expect(await carry(own, { signer: other })).toMatchObject(refused)
    for (const changed of [
      { id: pad('0x02') },
      { nonce: own.nonce + (1n << 64n) },
      { deadline: own.deadline + 1n },
      { callGas: own.callGas + 1n },
      { calls: [transferCall(11n)] },
      { calls: [transferCall(10n), transferCall(10n)] },
      { calls: [] },
    ]) {
      expect(await carry({ ...own, ...changed }, { signed: own, gas: 500_000n })).toMatchObject(refused)
    }
    expect(await usedUp(own)).toBe(false)
  })

  it('rolls back every call when one reverts, is used up by it, and says why', async () => {
    const before = await balanceOf(SHOP)
    const tooMuch = operation({ calls: [transferCall(10n), transferCall(1_000n)], callGas: oneCallGas(150_000n) })
    const { receipt, outcome } = await carry(tooMuch, { gas: 500_000n })
    expect(receipt.status).toBe('success')
    expect(outcome).toEqual({
      success: false,
      result: encodeErrorResult({
        abi: [
          {
            type: 'error',
            name: 'ERC20InsufficientBalance',
            inputs: [
              { name: 'sender', type: 'address' },
              { name: 'balance', type: 'uint256' },
              { name: 'needed', type: 'uint256' },
            ],
          },
        ],
        errorName: 'ERC20InsufficientBalance',
        args: [wallet.address, 990n, 1_000n],
      }),
    })
    expect(await balanceOf(SHOP)).toBe(before)
    expect(await usedUp(tooMuch)).toBe(true)
    expect(await carry(tooMuch, { gas: 500_000n })).toMatchObject(refused)
  })

  it('survives a call that burns all its gas and one that answers with very much', async () => {
    // Creation code that deploys: JUMPDEST PUSH0 JUMP; and: revert(0, 100000).
    const burner = await deploy('0x625b5f565f526003601df3')
    const shouter = await deploy('0x66620186a05ffd005f5260076019f3')
    const burning = operation({ calls: [{ to: burner, value: 0n, data: '0x' }] })
    expect((await carry(burning)).outcome).toEqual({ success: false, result: '0x' })
    const shouting = operation({ calls: [{ to: shouter, value: 0n, data: '0x' }] })
    const { outcome } = await carry(shouting)
    expect(outcome).toEqual({ success: false, result: `0x${'00'.repeat(512)}` })
  })

  it('reverts without using anything up when the carrier brings too little gas for what was signed', async () => {
    const own = operation()
    const enough = (await carry(operation())).receipt.gasUsed
    // From far too little to just not enough: never may the calls fail for lack of gas.
    const limit = carrierGasOf(own.callGas, 68)
    for (const gas of [enough - 20_000n, enough, enough + 5_000n, enough + 20_000n, limit - 60_000n]) {
      expect(await carry(own, { gas })).toMatchObject(refused)
      expect(await usedUp(own)).toBe(false)
    }
    expect((await carry(own)).outcome).toMatchObject({ success: true })
  })

  it('never lets an inner call fail for lack of gas, at whatever limit the carrier has', async () => {
    let [low, high] = [60_000n, carrierGasOf(oneCallGas(), 68)]
    while (high - low > 200n) {
      const gas = (low + high) / 2n
      const { receipt, outcome } = await carry(operation(), { gas })
      if (receipt.status === 'success') {
        expect(outcome).toMatchObject({ success: true })
        high = gas
      } else low = gas
    }
    expect(high).toBeLessThan(carrierGasOf(oneCallGas(), 68))
  })

  it('refuses an operation after its deadline', async () => {
    const { timestamp } = await chain().getBlock()
    const late = operation({ deadline: timestamp - 1n })
    expect(await carry(late)).toMatchObject(refused)
    expect(await usedUp(late)).toBe(false)
  })

  it('runs fifty operations of one wallet through four relayers in one block', async () => {
    const before = await balanceOf(SHOP)
    const operations = Array.from({ length: 50 }, (_, place) =>
      operation({ relayer: (relayers[place % 4] ?? relayer).address, calls: [transferCall(1n)] }),
    )
    const nonces = await Promise.all(relayers.map(({ address }) => chain().getTransactionCount({ address })))
    await test().setAutomine(false)
    const hashes = await Promise.all(
      operations.map(async (each, place) =>
        chain().sendTransaction({
          chain: null,
          account: relayers[place % 4] ?? relayer,
          nonce: (nonces[place % 4] ?? 0) + Math.floor(place / 4),
          to: wallet.address,
          data: encodeExecute(each, hexToBytes(await wallet.sign({ hash: toHex(operationDigest(each)) }))),
          gas: carrierGasOf(each.callGas, 68),
        }),
      ),
    )
    await test().mine({ blocks: 1 })
    await test().setAutomine(true)
    const receipts = await Promise.all(hashes.map(mined))
    expect(new Set(receipts.map(({ blockNumber }) => blockNumber)).size).toBe(1)
    for (const [place, { logs }] of receipts.entries()) {
      const { wallet: owner, id } = operations[place] ?? operation()
      expect(findOperationOutcome(logs, { wallet: owner, id })).toEqual({ success: true, result: '0x' })
    }
    expect((await balanceOf(SHOP)) - before).toBe(50n)
  })

  it('does not look carried out on an account that is no delegate: the carrier succeeds and proves nothing', async () => {
    wallet = privateKeyToAccount(generatePrivateKey())
    const { receipt, outcome } = await carry(operation())
    expect(receipt.status).toBe('success')
    expect(outcome).toBeNull()
  })

  it('does not take the event of another account for the wallet’s own', async () => {
    const own = operation()
    const { receipt } = await carry(own)
    const forged = receipt.logs.map((log) => ({ ...log, address: SHOP }))
    expect(findOperationOutcome(forged, own)).toBeNull()
    expect(findOperationOutcome(receipt.logs, { ...own, id: pad('0x03') })).toBeNull()
  })

  it('lets nobody but the wallet itself run calls directly', async () => {
    const perform = encodeFunctionData({
      abi: [
        {
          type: 'function',
          name: 'perform',
          stateMutability: 'nonpayable',
          inputs: [
            {
              type: 'tuple[]',
              components: [
                { name: 'to', type: 'address' },
                { name: 'value', type: 'uint256' },
                { name: 'data', type: 'bytes' },
              ],
            },
          ],
          outputs: [],
        },
      ],
      args: [[transferCall(10n)]],
    })
    const sent = await chain().sendTransaction({
      chain: null,
      account: relayer,
      to: wallet.address,
      data: perform,
      gas: 200_000n,
    })
    expect((await mined(sent)).status).toBe('reverted')
  })

  it('still receives coins, and still vouches for what its key signed', async () => {
    const sent = await chain().sendTransaction({
      chain: null,
      account: relayer,
      to: wallet.address,
      value: 3n,
      gas: 40_000n,
    })
    expect((await mined(sent)).status).toBe('success')
    const hash = hashMessage('hello')
    const vouch = async (signer: PrivateKeyAccount) =>
      chain().readContract({
        address: wallet.address,
        abi: erc1271Abi,
        functionName: 'isValidSignature',
        args: [hash, await signer.sign({ hash })],
      })
    expect(await vouch(wallet)).toBe('0x1626ba7e')
    expect(await vouch(relayer)).toBe('0xffffffff')
  })

  async function deploy(data: Hex): Promise<Address> {
    const { contractAddress } = await mined(await chain().sendTransaction({ chain: null, account: faucet, data }))
    if (!contractAddress) throw new Error('nothing was deployed')
    return contractAddress
  }
})
