import { maxUint256 } from 'viem'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { typedDataField } from '@/schemas/messages/contract'
import { operationDigest } from '@/server/chains/evm/operation-digest'
import { evmMessageDigest } from '@/server/custody/sign-evm-message'
import { openDatabase } from '@/server/testing/open-database'
import {
  CHAIN_ID,
  CONTRACT,
  login,
  type MessageWorld,
  openMessageWorld,
  permit,
  SPENDER,
} from './message-world.test-data'
import { readTypedData } from './read-typed-data'
import { evmMessageOf } from './sign-read-message'

const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const TOKEN = '0x00000000000000000000000000000000000000bb'
const PERMIT = '0xd505accf'
const ANY = { contract: CONTRACT, selector: null, label: 'trusted' }
const rule = (selector: string | null = PERMIT, contract: string = CONTRACT) => ({
  contract,
  selector,
  label: 'permits',
})
const inDays = (days: number) => String(Math.floor(Date.now() / 1_000) + days * 86_400)

openDatabase()
let world: MessageWorld
const openWorld = async () => {
  world = await openMessageWorld()
}

/** The caller holds a key of the project: no byte leaves, and nothing is written. */
async function refuses(typedData: object, refusal = 'message_moves_money') {
  const before = await world.written()
  expect(await world.signTyped(typedData)).toMatchObject({ code: 422, refusal })
  expect(await world.written()).toEqual(before)
}

/** The document with another name for its struct. */
const renamed = (typedData: ReturnType<typeof permit>, name: string) => ({
  ...typedData,
  types: { [name]: typedData.types.Permit },
  primaryType: name,
})

describe('without a policy', () => {
  beforeAll(openWorld)

  test.each(['Permit', 'permit', 'PERMIT', 'PermitForAll', 'Anything'])('a permit is refused as %s', async (name) => {
    await refuses(renamed(permit(world.address), name))
  })

  test('a permit for a token that the platform knows is refused whatever it is called', async () => {
    const token = TOKEN
    await world.addToken(token)
    await refuses(permit(world.address, { value: maxUint256.toString() }, token))
    await refuses({ ...login({ verifyingContract: token.toLowerCase() }) })
  })

  test.each([
    ['of Permit2', { verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' }],
    ['of a copy of Permit2', { name: 'Permit2' }],
    ['of a delegate', { name: 'SlipwayDelegate', version: '1' }],
  ])('anything %s is refused', async (_name, domain) => {
    await refuses(login(domain))
  })

  test.each([
    ['OrderComponents', [{ name: 'offerer', type: 'address' }]],
    ['SafeTx', [{ name: 'nonce', type: 'uint256' }]],
    ['UserOperation', [{ name: 'nonce', type: 'uint256' }]],
    ['ForwardRequest', [{ name: 'nonce', type: 'uint256' }]],
    ['Delegation', [{ name: 'nonce', type: 'uint256' }]],
    [
      'Gift',
      [
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
    ],
    ['Grant', [{ name: 'Operator', type: 'address' }]],
  ])('%s is refused', async (primaryType, fields) => {
    const message = Object.fromEntries(fields.map(({ name, type }) => [name, type === 'address' ? SPENDER : '1']))
    await refuses({ ...login(), types: { [primaryType]: fields }, primaryType, message })
  })

  test('an operation of the wallet’s own account is refused under any name: it would move all there is', async () => {
    const { address } = world
    const call = { to: SPENDER, value: '1', data: '0x' } as const
    const operation = {
      id: `0x${'1'.repeat(64)}`,
      relayer: OTHER,
      nonce: '0',
      deadline: inDays(1),
      callGas: '100000',
    } as const
    const stolen = {
      domain: { name: 'SlipwayDelegate', version: '1', chainId: CHAIN_ID, verifyingContract: address.toLowerCase() },
      types: {
        Operation: [
          { name: 'id', type: 'bytes32' },
          { name: 'relayer', type: 'address' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
          { name: 'callGas', type: 'uint256' },
          { name: 'calls', type: 'Call[]' },
        ],
        Call: [
          { name: 'to', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'data', type: 'bytes' },
        ],
      },
      primaryType: 'Operation',
      message: { ...operation, calls: [call] },
    }
    const typedData = readTypedData(typedDataField.parse(stolen))
    const message = evmMessageOf({ kind: 'typedData', chainType: 'EVM', typedData })
    const executed = {
      ...{ chainId: CHAIN_ID, wallet: address, id: operation.id, relayer: operation.relayer, nonce: 0n },
      ...{ deadline: BigInt(operation.deadline), callGas: 100_000n, calls: [{ ...call, value: 1n }] },
    } as const
    // It is the very digest that the delegate takes.
    expect(message && evmMessageDigest(message)).toEqual(operationDigest(executed))
    await refuses(stolen)
    await refuses(login({ verifyingContract: address }))
    await world.setPolicy({ allowedMethods: [{ contract: address, selector: null, label: 'trusted' }] })
    await refuses(stolen)
    await refuses(login({ verifyingContract: address }))
  })
})

describe('a permit with a rule that names the token and its method', () => {
  beforeEach(openWorld)

  test('is signed, for a spender among the recipients, for at most 30 days', async () => {
    const recipients = [{ address: SPENDER.toLowerCase(), label: 'exchange' }]
    await world.setPolicy({ allowedMethods: [rule()], allowedRecipients: recipients })
    expect(await world.signTyped(permit(world.address))).toMatchObject({ code: 200 })
    await refuses(permit(world.address, { spender: OTHER }), 'policy_recipient')
    await refuses(permit(world.address, { deadline: inDays(31) }))
    await refuses(permit(world.address, { deadline: maxUint256.toString() }))
    await refuses(permit(OTHER))
    await refuses(permit(world.address, {}, OTHER), 'policy_method')
    const odd = permit(world.address)
    await refuses({ ...odd, types: { Permit: [...odd.types.Permit].reverse() } })
  })

  test.each(['TransferWithAuthorization', 'ReceiveWithAuthorization'])('so is %s', async (primaryType) => {
    const fields = [
      ...[
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
      ],
      ...['value', 'validAfter', 'validBefore'].map((name) => ({ name, type: 'uint256' })),
      { name: 'nonce', type: 'bytes32' },
    ]
    const message = {
      from: world.address,
      to: SPENDER,
      value: '1',
      validAfter: '0',
      validBefore: inDays(1),
      nonce: `0x${'1'.repeat(64)}`,
    }
    const typedData = { ...login(), types: { [primaryType]: fields }, primaryType, message }
    await refuses(typedData)
    await world.setPolicy({ allowedMethods: [rule(null)] })
    expect(await world.signTyped(typedData)).toMatchObject({ code: 200 })
  })

  test.each([
    ['a limit per transaction', { perTransactionMicros: 10n ** 12n }],
    ['a limit of 24 hours', { dailyMicros: 10n ** 12n }],
    ['a second person above', { approvalAboveMicros: 10n ** 12n }],
  ])('is refused under %s, which could not count it', async (_name, limit) => {
    await world.setPolicy({ allowedMethods: [rule()], ...limit })
    await refuses(permit(world.address), 'policy_unreadable')
  })

  test('is refused where the business’s policy does not name it', async () => {
    await world.setPolicy({ allowedMethods: [rule()] })
    await world.setPolicy({ allowedMethods: [rule('0x12345678')] }, null)
    await refuses(permit(world.address), 'policy_method')
  })

  test.each(['0x12345678', '0x8fcbaf0c'])('is refused where the rule is for %s', async (selector) => {
    await world.setPolicy({ allowedMethods: [rule(selector)] })
    await refuses(permit(world.address), 'policy_method')
  })
})

describe('under a policy that limits anything', () => {
  beforeEach(openWorld)

  test.each([
    ['a limit per transaction', { perTransactionMicros: 10n ** 12n }],
    ['recipients', { allowedRecipients: [] }],
    ['methods', { allowedMethods: [ANY] }],
  ])('texts and bytes are refused: %s', async (_name, limit) => {
    await world.setPolicy(limit)
    for (const message of [
      { kind: 'text', text: 'Hello' },
      { kind: 'bytes', bytes: '0x00' },
    ])
      expect(await world.sign(message)).toMatchObject({ code: 422, refusal: 'policy_unreadable' })
  })

  test('typed data needs a rule for any method of its contract', async () => {
    await world.setPolicy({ perTransactionMicros: 10n ** 12n })
    await refuses(login(), 'policy_method')
    await world.setPolicy({ allowedMethods: [ANY] }, null)
    await refuses(login(), 'policy_method')
  })

  test('typed data of a contract that is named whole is signed', async () => {
    await world.setPolicy({ perTransactionMicros: 10n ** 12n, allowedMethods: [ANY] })
    expect(await world.signTyped(login())).toMatchObject({ code: 200 })
    await refuses(login({ verifyingContract: OTHER }), 'policy_method')
  })

  test('one that limits nothing, or is switched off, stands in nobody’s way', async () => {
    await world.setPolicy({})
    await world.setPolicy({ isActive: false, dailyMicros: 1n }, null)
    expect(await world.sign({ kind: 'text', text: 'Hello' })).toMatchObject({ code: 200 })
  })
})
