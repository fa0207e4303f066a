import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import { connect } from './api'
import { CHAIN_ID, fundWallet, newOutsider } from './fund-wallet'
import { readBalance } from './read-balance'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { inspectPage } from './themes'
import { expectToast } from './toasts'
import { visit } from './visit'

const made = z.array(z.object({ address: z.string() }))

test('an owner blocks an address: nothing is sent to it, what it sends is flagged and not swept, until it is unblocked', async ({
  page,
}) => {
  const { demo } = stack()
  const project = `/projects/${demo.projectId}`
  const api = await connect(demo.liveKey)
  const purpose = `SCREENING-${Date.now()}`
  const newWallet = async (of: string) =>
    made.parse(await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: of }))[0]?.address ?? ''
  const [source, treasury] = [await newWallet(purpose), await newWallet('TREASURY')]
  const outsider = await newOutsider()

  await signInAs(page, 'owner', `${project}/screening`)
  await page.getByRole('button', { name: 'Block addresses' }).first().click()
  const blocking = page.getByRole('dialog', { name: 'Block addresses' })
  await blocking.getByLabel('Addresses').fill(outsider.address)
  await blocking.getByLabel('Reason').fill('A phishing report')
  await blocking.getByRole('button', { name: 'Block addresses' }).click()
  await expect(blocking).toBeHidden()
  const listed = page.getByRole('table', { name: 'Blocked addresses' }).getByRole('row', { name: /A phishing report/ })
  await expect(listed).toContainText('EVM')

  // Money of others is swept, and that of the blocked address stays.
  await outsider.pay(source, 40_000_000n)
  const tokenAddress = await fundWallet(source)
  await api.post('/v1/wallet/sweeps', {
    ...{ chainId: CHAIN_ID, tokenAddress, purpose, toAddress: treasury, threshold: '1' },
  })
  await expect.poll(() => readBalance(CHAIN_ID, treasury, 'cNGN')).toBe(100_000_000n)
  expect(await readBalance(CHAIN_ID, source, 'cNGN')).toBe(40_000_000n)
  await visit(page, `${project}/deposits`)
  const deposits = page.getByRole('table', { name: 'Deposits' })
  await deposits
    .getByRole('row', { name: /Flagged/ })
    .first()
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByText('The sender was on the list of the business.')).toBeVisible()

  await visit(page, `${project}/transactions?send=true`)
  const sending = page.getByRole('dialog', { name: 'Send a transfer' })
  const from = sending.getByRole('combobox', { name: 'From' })
  await from.fill(source.slice(-8))
  // Until the search has answered, the newest wallets are offered.
  await page.getByRole('option', { name: shortenMiddle(source) }).click()
  await sending.getByLabel('To').fill(outsider.address)
  await sending.getByLabel('Amount').fill('40')
  await expect(sending.getByRole('region', { name: 'Before you send' })).toContainText('The address is blocked.')
  const problems = await inspectPage(page, 'a blocked recipient', { within: '[role=dialog]' })
  await sending.getByRole('button', { name: 'Send transfer' }).click()
  await expect(sending.getByRole('alert').filter({ hasText: `Address blocked: ${outsider.address}` })).toBeVisible()
  // A refusal is about what was sent.
  await sending.getByLabel('Amount').fill('41')
  await expect(sending.getByRole('alert').filter({ hasText: 'Address blocked' })).toHaveCount(0)
  await sending.getByRole('link', { name: 'Open address screening' }).click()

  const flagged = page.getByRole('table', { name: 'Flagged deposits' })
  await expect(flagged).toContainText('40')
  await listed.getByRole('button', { name: `Unblock ${outsider.address}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unblock address' }).click()
  await expectToast(page, 'Address unblocked')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(listed).toHaveCount(0)
  // The flag stays, and the address can be paid again.
  await expect(flagged).toContainText('40')
  const transfer = {
    ...{ fromAddress: source, toAddress: outsider.address, amount: '40', tokenAddress },
    ...{ chainType: 'EVM', chainId: CHAIN_ID },
  }
  expect(await api.attempt('/v1/wallet/transaction', transfer)).toMatchObject({ code: 202 })
  expect(problems).toEqual([])
})
