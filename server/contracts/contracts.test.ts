import { randomUUID } from 'node:crypto'
import { encodeErrorResult, encodeFunctionData } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { erc20Abi } from '@/contracts/generated/erc20'
import { knownErrorsAbi } from '@/contracts/generated/known-errors'
import { refusesQuietlyRuntimeBytecode } from '@/contracts/generated/odd-contracts'
import { policies } from '@/db/schema'
import { contractReadView, contractRevertView } from '@/schemas/contracts/contract'
import { transactionView } from '@/schemas/transactions/contract'
import { listApprovals } from '@/server/approvals/list-approvals'
import { forgetCaches } from '@/server/changing-cache'
import { inTenant, inWorker } from '@/server/ctx'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { ACCOUNT, openSignWorld, REVERTS, TAKES_ALL } from '@/server/testing/sign-world'
import { walletClient } from '@/server/testing/wallet-client'
import { APPROVE, BALANCE, REFUSED_READS, REVERTED_READS } from './reads.test-data'

let world: Awaited<ReturnType<typeof openSignWorld>>
beforeAll(async () => {
  world = await openSignWorld()
})
afterAll(() => world.close())

const QUIET = '0x00000000000000000000000000000000000a000a'
const read = (change: object = {}) =>
  world.client.post('/v1/wallet/contract/read', {
    ...{ chainId: CHAIN_ID, to: world.chain.cngn.address, function: BALANCE, args: [ACCOUNT] },
    ...change,
  })
const call = (addressIndex: number, change: object = {}, key: string = randomUUID()) =>
  world.client.post(
    '/v1/wallet/contract/call',
    {
      ...{ addressIndex, chainId: CHAIN_ID, to: world.chain.cngn.address, function: APPROVE },
      ...{ args: { spender: ACCOUNT, value: '5' }, ...change },
    },
    key,
  )

describe('a read', () => {
  test('answers decoded, with its block, and integers as text', async () => {
    const answer = await read()
    expect(answer).toMatchObject({ code: 200, message: 'Contract read' })
    expect(contractReadView.strict().parse(answer.data)).toMatchObject({ result: ['0'], function: BALANCE })
    const named = await read({ function: 'function decimals() view returns (uint8 decimals)', args: [] })
    expect(named.data).toMatchObject({ result: { decimals: '6' } })
  })

  test('of an older block answers as of it', async () => {
    const answer = await read({ block: '0' })
    // The token was not there yet.
    expect(answer).toMatchObject({ code: 422, refusal: 'no_contract', param: 'to' })
    const at = contractReadView.parse((await read()).data).blockNumber
    expect((await read({ block: at })).data).toMatchObject({ blockNumber: at })
  })

  test('that the contract refuses is answered with the decoded error', async () => {
    const error = encodeErrorResult({
      abi: knownErrorsAbi,
      errorName: 'ERC20InsufficientBalance',
      args: [ACCOUNT, 1n, 2n],
    })
    // This contract gives its calldata back as the reason of a revert.
    const { inputs } = { inputs: `function ERC20InsufficientBalance(address a, uint256 b, uint256 c) view` }
    const answer = await read({ to: REVERTS, function: inputs, args: [ACCOUNT, '1', '2'] })
    expect(answer).toMatchObject({ code: 422, refusal: 'call_reverted' })
    expect(contractRevertView.strict().parse(answer.data)).toMatchObject({
      ...{ name: 'ERC20InsufficientBalance', args: [ACCOUNT, '1', '2'], data: error, selector: error.slice(0, 10) },
    })
    const unknown = await read({ to: REVERTS, function: 'function nobody() view', args: [] })
    expect(unknown.data).toMatchObject({ name: null, args: null, selector: expect.stringMatching(/^0x[0-9a-f]{8}$/) })
  })

  test.each(REVERTED_READS)('that reverts with an error %s says so', async (_name, asked, reason, view) => {
    const odd = {
      type: 'tuple',
      name: '',
      components: [
        { type: 'uint256', name: 'a' },
        { type: 'bool', name: 'b' },
      ],
    }
    const errors = [
      'error Short(uint256 has, address who, uint8[] parts)',
      JSON.stringify({ type: 'error', name: 'Odd', inputs: [odd] }),
      'Closed();',
    ]
    const answer = await read({ to: REVERTS, ...asked, errors })
    expect(answer).toMatchObject({ code: 422, refusal: 'call_reverted', data: view })
    expect(answer.message).toContain(`The call ${reason}`)
  })

  test.each(REFUSED_READS)('of %s is refused', async (_name, change, expected) => {
    expect(await read(change)).toMatchObject(expected)
  })
})

describe('a call', () => {
  test('is what hd/sign makes of its calldata, with the decoded call beside it', async () => {
    const wallet = await world.newWallet()
    const answer = await call(wallet.addressIndex, { reference: `ref-${randomUUID()}` })
    expect(answer).toMatchObject({ code: 202, message: 'Transaction accepted' })
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [ACCOUNT, 5n] })
    const view = transactionView.strict().parse(answer.data)
    const decoded = { function: APPROVE, args: { spender: ACCOUNT, value: '5' } }
    expect(view).toMatchObject({ type: 'SIGN', data, toAddress: world.chain.cngn.address, call: decoded })
    const again = await world.client.get(`/v1/wallet/transaction/${view.id}`)
    expect(again.data).toMatchObject({ call: decoded })
    const signed = await world.sign(wallet.addressIndex, { to: world.chain.cngn.address, data })
    expect(signed.data).toMatchObject({ data })
    expect(signed.data).not.toHaveProperty('call')
  })

  test('is made once under its key, also at the same time', async () => {
    const wallet = await world.newWallet()
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => call(wallet.addressIndex, {}, key)))
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(await world.rowsOf(wallet)).toHaveLength(1)
  })

  test('and under its reference', async () => {
    const wallet = await world.newWallet()
    const reference = `ref-${randomUUID()}`
    const [first, second] = [
      await call(wallet.addressIndex, { reference }),
      await call(wallet.addressIndex, { reference }),
    ]
    expect(second.data).toMatchObject({ id: transactionView.parse(first.data).id })
    const other = await call(wallet.addressIndex, { reference, args: [ACCOUNT, '6'] })
    expect(other).toMatchObject({ code: 409, refusal: 'reference_used' })
    expect(await world.rowsOf(wallet)).toHaveLength(1)
  })

  test('that would revert is answered 422 with the FAILED record, named by its declaration', async () => {
    const wallet = await world.newWallet()
    const change = { function: 'function transfer(address to, uint256 amount) returns (bool)', args: [ACCOUNT, '5'] }
    const answer = await call(wallet.addressIndex, change)
    expect(answer).toMatchObject({
      code: 422,
      refusal: 'reverted',
      data: { status: 'FAILED', call: { args: { amount: '5' } } },
    })
  })

  test('that would revert with an error of the given ABI says so in the FAILED record', async () => {
    const wallet = await world.newWallet()
    const asked = { to: REVERTS, function: 'function Short(uint256 has, uint256 wants)', args: ['1', '2'] }
    const answer = await call(wallet.addressIndex, { ...asked, errors: ['error Short(uint256 has, uint256 wants)'] })
    const error = 'Not sent: the call reverted with Short(has: 1, wants: 2)'
    expect(answer).toMatchObject({ code: 422, refusal: 'reverted', data: { status: 'FAILED', error } })
    const undeclared = await call(wallet.addressIndex, asked)
    expect(undeclared.data).toMatchObject({ error: expect.stringContaining('reverted with custom error 0x') })
    expect(await call(wallet.addressIndex, { ...asked, errors: ['Short('] })).toMatchObject({ param: 'errors[0]' })
  })

  test('that a token answers with false is a refusal of the token, whatever is declared', async () => {
    await world.chain.test.setCode({ address: QUIET, bytecode: refusesQuietlyRuntimeBytecode })
    const wallet = await world.newWallet()
    const asked = { to: QUIET, function: 'function transfer(address to, uint256 amount)', args: [ACCOUNT, '5'] }
    const answer = await call(wallet.addressIndex, asked)
    expect(answer).toMatchObject({ code: 422, refusal: 'token_refused', data: { status: 'FAILED' } })
  })

  test('sends coins along in the major unit, to a payable function alone', async () => {
    const wallet = await world.newWallet()
    await world.chain.test.setBalance({ address: wallet.address, value: 10n ** 18n })
    const paid = { to: TAKES_ALL, function: 'function deposit() payable', args: [], value: '0.25' }
    expect((await call(wallet.addressIndex, paid)).data).toMatchObject({ amount: '0.25', value: '250000000000000000' })
    const unpaid = { ...paid, function: 'function deposit()' }
    expect(await call(wallet.addressIndex, unpaid)).toMatchObject({ code: 400, param: 'value' })
  })

  test.each<[string, object, object]>([
    ['a function that only reads', { function: BALANCE, args: [ACCOUNT] }, { code: 400, param: 'function' }],
    ['an argument too few', { args: { spender: ACCOUNT } }, { code: 400, param: 'args.value' }],
    ['an integer that is not exact', { args: [ACCOUNT, 2 ** 60] }, { code: 400, param: 'args[1]' }],
    ['an account without code', { to: ACCOUNT }, { code: 400, param: 'to' }],
    ['the zero address', { to: `0x${'0'.repeat(40)}` }, { code: 400, param: 'to' }],
    ['too many decimals', { value: `0.${'1'.repeat(19)}` }, { code: 400, param: 'value' }],
    ['an index of nobody', { addressIndex: 9_999 }, { code: 404, refusal: 'wallet_not_found' }],
    [
      'a secret without its address',
      { webhookSecret: 'a-secret-of-some-length' },
      { code: 400, param: 'webhookSecret' },
    ],
  ])('of %s is refused and writes nothing', async (_name, change, expected) => {
    const wallet = await world.newWallet()
    const before = await world.written()
    expect(await call(wallet.addressIndex, change)).toMatchObject(expected)
    expect(await world.written()).toEqual(before)
  })

  test('the wallet itself is not called: a delegated account obeys itself', async () => {
    const wallet = await world.newWallet()
    const answer = await call(wallet.addressIndex, { to: wallet.address })
    expect(answer).toMatchObject({ code: 400, param: 'to' })
  })

  test('policies judge the calldata, whatever the declaration says, and whoever approves sees both', async () => {
    const client = await walletClient()
    const { businessId, projectId } = client.tenant
    const ask = (change: object) =>
      client.post(
        '/v1/wallet/contract/call',
        { addressIndex: 0, chainId: CHAIN_ID, to: world.chain.cngn.address, ...change },
        randomUUID(),
      )
    await client.post('/v1/wallet/hd/generate', { chainType: 'EVM' }, randomUUID())
    const rules = { allowedRecipients: [{ address: TAKES_ALL, label: 'own' }], approvalAboveMicros: 0n }
    await inWorker(({ db }) => db.insert(policies).values({ businessId, projectId, updatedBy: 'test', ...rules }))
    forgetCaches()
    // A declaration may lie about names, and not about the method.
    const lie = 'function approve(address harmless, uint256 nothing) returns (bool)'
    const refused = await ask({ function: lie, args: [ACCOUNT, '5'] })
    expect(refused).toMatchObject({ code: 422, refusal: 'policy_recipient' })
    expect(await ask({ function: lie, args: [TAKES_ALL, '5000000'] })).toMatchObject({
      code: 202,
      message: 'Transaction waits for approval',
    })
    const waiting = await inTenant(client.tenant, (ctx) =>
      listApprovals({ ...ctx, projectId }, { state: 'pending', page: 1 }),
    )
    expect(waiting.items[0]?.transaction).toMatchObject({
      ...{ method: 'approve(address,uint256)', recipient: TAKES_ALL },
      call: { function: lie, args: { harmless: TAKES_ALL, nothing: '5000000' } },
    })
  })
})
