import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { connect } from './api'
import { CHAIN_ID, fundWallet } from './fund-wallet'
import { takeSession } from './sign-in-as'
import { stack } from './stack'
import { inspectPage } from './themes'
import { visit } from './visit'

const made = z.array(z.object({ address: z.string(), addressIndex: z.number() }))
const listed = z.object({ items: z.array(z.object({ id: z.uuid() })) })

/** The form of an operation in the docs, with a key in it. */
async function openForm(page: Page, operationId: string, summary: string) {
  await visit(page, `/docs/api/${operationId}`)
  await page.getByRole('button', { name: `Try it: ${summary}` }).click()
  const form = page.getByRole('dialog', { name: summary })
  await form.getByLabel('API key or access token').fill(stack().demo.liveKey)
  await form.getByRole('button', { name: 'Use', exact: true }).click()
  await expect(form.getByText('Calls use your access token')).toBeVisible()
  const answer = form.getByRole('region', { name: 'Response' })
  return {
    answer,
    async send(body: object, status: number): Promise<void> {
      await form.getByLabel('Body (JSON)').fill(JSON.stringify(body))
      await form.getByRole('button', { name: 'Send request' }).click()
      await expect(answer.getByRole('status').filter({ hasText: new RegExp(`^Response${status}`) })).toBeVisible()
    },
  }
}

test('a developer reads a contract by its form, calls it, and sees the decoded call with the transaction', async ({
  page,
}) => {
  const { demo } = stack()
  const api = await connect(demo.liveKey)
  const [sender] = made.parse(await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'CALLS' }))
  const { address = '', addressIndex = 0 } = sender ?? {}
  const to = await fundWallet(address)

  await takeSession(page, 'developer')
  const reading = await openForm(page, 'readContract', 'Read a contract')
  const balance = { chainId: CHAIN_ID, to, function: 'function balanceOf(address owner) view returns (uint256 units)' }
  await reading.send({ ...balance, args: ['0x12'] }, 400)
  await expect(reading.answer).toContainText('args[0]')
  await reading.send({ ...balance, args: { owner: address } }, 200)
  await expect(reading.answer).toContainText('100000000')

  const calling = await openForm(page, 'callContract', 'Call a contract')
  const transfer = 'function transfer(address to, uint256 amount) returns (bool)'
  const body = { addressIndex, chainId: CHAIN_ID, to, function: transfer, waitForCompletion: true }
  await calling.send({ ...body, args: [to, '1000000000'] }, 422)
  await expect(calling.answer).toContainText('revert')
  const again = await openForm(page, 'callContract', 'Call a contract')
  await again.send({ ...body, args: ['0x27b1fdb04752bbc536007a920d24acb045561c26', '2500000'] }, 200)
  await expect(again.answer).toContainText('COMPLETED')

  const history = `/v1/wallet/transaction/history?fromAddress=${address}&status=COMPLETED`
  const { items } = listed.parse(await api.get(history))
  await visit(page, `/projects/${demo.projectId}/transactions/${items[0]?.id}`)
  await expect(page.getByText('Function (as declared)')).toBeVisible()
  await expect(page.getByText(transfer).last()).toBeVisible()
})

const ABI = [
  {
    ...{ type: 'function', name: 'balanceOf', stateMutability: 'view' },
    ...{ inputs: [{ name: 'owner', type: 'address' }], outputs: [{ name: 'units', type: 'uint256' }] },
  },
  {
    ...{ type: 'function', name: 'transfer', stateMutability: 'nonpayable' },
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
]

test('a developer pastes an ABI in the portal, reads by its form, and calls', async ({ page }) => {
  const { demo } = stack()
  const problems: string[] = []
  const api = await connect(demo.liveKey)
  const [sender] = made.parse(await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'ABI' }))
  const { address = '' } = sender ?? {}
  const contract = await fundWallet(address)

  await takeSession(page, 'developer')
  await visit(page, `/projects/${demo.projectId}/transactions`)
  await page.getByRole('link', { name: 'Call a contract' }).click()
  const abi = page.getByLabel('ABI (JSON)')
  await abi.fill('[{"type":"function"')
  await expect(page.getByText('This is not JSON')).toBeVisible()
  problems.push(...(await inspectPage(page, 'a wrong ABI')))
  await abi.fill(JSON.stringify(ABI))
  await expect(page.getByText('This is not JSON')).toHaveCount(0)
  await page.getByLabel('API key or access token').fill(demo.liveKey)
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await expect(page.getByText('Calls use your access token')).toBeVisible()
  await page.getByLabel('Contract', { exact: true }).fill(contract)

  const choose = async (signature: string) => {
    await page.getByRole('combobox', { name: 'Function' }).click()
    await page.getByRole('option', { name: signature }).click()
  }
  await choose('balanceOf(address)')
  await page.getByLabel('owner').fill('0x12')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(page.getByText('Enter an EVM address')).toBeVisible()
  await page.getByLabel('owner').fill(address)
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('units100000000')
  problems.push(...(await inspectPage(page, 'a read contract')))

  await choose('transfer(address,uint256)')
  await expect(page.getByRole('region', { name: 'Answer' })).toHaveCount(0)
  await page.getByLabel('to', { exact: true }).fill('0x27b1fdb04752bbc536007a920d24acb045561c26')
  await page.getByLabel('value', { exact: true }).fill('-1')
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  // The API's own words, at the field.
  await expect(page.getByText('is out of the range of uint256', { exact: true })).toBeVisible()
  problems.push(...(await inspectPage(page, 'a refused argument')))
  await page.getByLabel('value', { exact: true }).fill('2500000')
  await page.getByText('The same call for your program').click()
  await expect(page.getByRole('figure').filter({ hasText: 'curl' })).toContainText('/v1/wallet/contract/call')
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  await expect(page.getByText('The call was accepted.')).toBeVisible()
  await page.getByRole('link', { name: 'View transaction' }).click()
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('function transfer(address to, uint256 value) returns (bool)').last()).toBeVisible()
  expect(problems).toEqual([])
})
