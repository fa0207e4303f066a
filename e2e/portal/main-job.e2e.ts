import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { answering, startReceiver } from '@/dev/testing/webhook-receiver'
import { connect } from './api'
import { CHAIN_ID, fundWallet } from './fund-wallet'
import { readCopiedText } from './read-copied-text'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { visit } from './visit'

const accepted = z.object({ id: z.uuid(), status: z.literal('PENDING') })

test('an operator issues a key, and a business generates a wallet and watches a transfer complete', async ({
  browser,
}) => {
  const { demo } = stack()
  const receiver = await startReceiver(answering(200, {}, 'thank you'))

  const operator = await (await browser.newContext()).newPage()
  await signInAs(operator, 'operator', '/operator/businesses')
  await operator.getByRole('link', { name: 'Lagoon Pay' }).click()
  await operator.getByRole('link', { name: 'Main project', exact: true }).click()
  await operator.getByRole('button', { name: 'Issue keys' }).click()
  await operator.getByRole('alertdialog').getByRole('button', { name: 'Issue keys' }).click()
  const shown = operator.getByRole('dialog', { name: 'New API keys' })
  const liveKey = await shown.getByRole('textbox', { name: 'Live key' }).inputValue()
  expect(liveKey).toMatch(/^sk_live_[0-9A-Za-z]{49}$/)
  await shown.getByRole('button', { name: 'I have stored them' }).click()
  await expect(shown).toBeHidden()
  await expect(operator.getByRole('table', { name: 'API keys' })).toContainText(`sk_live_…${liveKey.slice(-4)}`)
  expect(await operator.content()).not.toContain(liveKey)
  await operator.context().close()

  const owner = await (await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })).newPage()
  await signInAs(owner, 'owner')
  await owner.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Wallets' }).click()
  await owner.getByRole('button', { name: 'Generate wallets' }).first().click()
  const dialog = owner.getByRole('dialog', { name: 'Generate wallets' })
  await dialog.getByLabel('How many').fill('201')
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(dialog).toContainText('Enter a whole number from 1 to 200')
  await dialog.getByLabel('How many').fill('2')
  await dialog.getByLabel('Purpose').fill('PAYOUTS')
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(dialog).toBeHidden()
  const rows = owner.getByRole('table', { name: 'Wallets' }).getByRole('row').filter({ hasText: 'PAYOUTS' })
  await expect(rows).toHaveCount(2)
  const addressOf = (row: number) => readCopiedText(rows.nth(row).getByRole('button', { name: 'Copy address' }))
  const toAddress = await addressOf(0)
  const fromAddress = await addressOf(1)
  expect(fromAddress).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await fundWallet(fromAddress)

  const api = await connect(liveKey)
  const transfer = accepted.parse(
    await api.post('/v1/wallet/transaction', {
      fromAddress,
      toAddress,
      amount: '12.5',
      chainType: 'EVM',
      chainId: CHAIN_ID,
      cNGN: true,
      webhookUrl: receiver.url,
    }),
  )

  await owner.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Transactions' }).click()
  await owner.getByRole('searchbox', { name: 'Search transactions' }).fill(transfer.id)
  await owner.keyboard.press('Enter')
  await expect(owner).toHaveURL(/search=/)
  const found = owner.getByRole('table', { name: 'Transactions' }).getByRole('row').nth(1)
  await expect(found).toContainText('12.5 cNGN')
  await found.getByRole('link').click()
  // Nothing is reloaded: the page follows the transfer.
  const timeline = owner.getByRole('list', { name: 'Timeline of the transaction' })
  await expect(timeline).toContainText('Webhook delivered')
  await expect(owner.getByText('Completed').first()).toBeVisible()
  for (const step of ['Accepted', 'Signed', 'Broadcast', 'Mined', 'Final']) await expect(timeline).toContainText(step)

  await owner.getByRole('table', { name: 'Webhook deliveries' }).getByRole('link').first().click()
  await expect(owner.getByText('Attempt 1')).toBeVisible()
  await expect(owner.getByText('thank you')).toBeVisible()
  receiver.answer(answering(500, {}, 'not now'))
  await owner.getByRole('button', { name: 'Resend' }).click()
  await expect(owner.getByText('Attempt 2')).toBeVisible()
  await expect(owner.getByText('not now')).toBeVisible()

  await visit(owner, `/projects/${demo.projectId}`)
  // All of it really happened, so that the way there is gone.
  await expect(owner.getByText('Webhooks delivered')).toBeVisible()
  await expect(owner.getByRole('heading', { name: 'Get started' })).toBeHidden()
  await owner.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Request log' }).click()
  await expect(owner.getByRole('table', { name: 'Requests' })).toContainText('/v1/wallet/transaction')
  await receiver.close()
})
