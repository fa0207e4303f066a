import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { startReceiver } from '@/dev/testing/webhook-receiver'
import { connect } from './api'
import { CHAIN_ID, fundWallet } from './fund-wallet'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { expectToast } from './toasts'
import { visit } from './visit'

const chainList = z.array(
  z.object({
    chainId: z.number(),
    name: z.string(),
    tokens: z.array(z.object({ symbol: z.string(), address: z.string() })),
  }),
)

test('somebody follows a contract, reads what was delivered, changes, pauses and deletes it', async ({ page }) => {
  const { demo } = stack()
  const api = await connect(demo.liveKey)
  const chain = chainList.parse(await api.get('/v1/wallet/chains')).find(({ chainId }) => chainId === CHAIN_ID)
  const token = chain?.tokens.find(({ symbol }) => symbol === 'cNGN')
  if (!chain || !token) throw new Error('the stack has no cNGN')
  const receiver = await startReceiver()
  const events = `/projects/${demo.projectId}/events`

  await signInAs(page, 'owner', events)
  await page.getByRole('button', { name: 'New subscription' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New event subscription' })
  await dialog.getByRole('combobox', { name: 'Chain' }).click()
  await page.getByRole('option', { name: chain.name }).click()
  await dialog.getByLabel('Contract').fill(token.address)
  await dialog.getByLabel('Webhook URL').fill('http://10.0.0.1/hook')
  await dialog.getByLabel('Custom events').fill('event Paid(uint7 amount)')
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  await expect(dialog).toContainText('uint7 is not a valid type')
  await dialog.getByLabel('Custom events').fill('')
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  await expect(dialog).toContainText('must use https')
  await dialog.getByLabel('Webhook URL').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  const secret = page.getByRole('dialog', { name: 'Signing secret' })
  await expect(secret.getByLabel('Signing secret', { exact: true })).toHaveValue(/^whsec_/)
  await secret.getByRole('button', { name: 'I have stored it' }).click()
  await expect(secret).toBeHidden()

  await page.getByRole('table', { name: 'Event subscriptions' }).getByRole('link').first().click()
  await expect(page.getByText('No deliveries yet')).toBeVisible()
  const wallets = z
    .array(z.object({ address: z.string() }))
    .parse(await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'EVENTS' }))
  await fundWallet(wallets[0]?.address ?? '')
  const logs = page.getByRole('table', { name: 'Delivery logs' })
  await expect(logs).toContainText('Delivered')
  expect(receiver.visits.some(({ headers }) => /^t=\d+,v1=/.test(headers['x-indexer-signature'] ?? ''))).toBe(true)

  await page.getByRole('button', { name: 'Pause' }).press('Enter')
  await expect(page.getByText('Paused by a member of your business')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Paused by a member of your business')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeFocused()
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  const replay = page.getByRole('dialog', { name: 'Replay past events' })
  await replay.getByLabel('First block').fill('999999999')
  await replay.getByRole('button', { name: 'Start replay' }).click()
  await expect(replay).toContainText('the newest final block is')
  await replay.getByLabel('First block').fill('1')
  await replay.getByRole('button', { name: 'Estimate' }).click()
  await expect(replay.getByRole('region', { name: 'Estimate' })).toContainText('Known events')
  await replay.getByRole('button', { name: 'Start replay' }).click()
  await expect(replay).toBeHidden()
  await expect(page.getByRole('main')).toContainText(/Running|Done/)

  await page.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit subscription' })
  await edit.getByRole('checkbox', { name: 'Mint' }).click()
  await edit.getByLabel('Confirmations').fill('200')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toContainText('must be at most')
  await edit.getByLabel('Confirmations').fill('1')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(page.getByRole('main')).toContainText('mint')

  await logs.getByRole('link').first().click()
  await expect(page.getByText('Payload, as sent')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('x-indexer-signature: t=')
  await expect(page.getByRole('main')).toContainText('Attempt 1')
  await page.getByRole('button', { name: 'Resend' }).click()
  await expectToast(page, 'Resending')
  await visit(page, `${events}/logs?status=delivered`)
  await expect(logs).toContainText('Resend')

  await visit(page, events)
  await page.getByRole('table', { name: 'Event subscriptions' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('textbox').fill('delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete subscription' }).click()
  await expectToast(page, 'Subscription deleted')
  await expect(page).toHaveURL(new RegExp(`${events}$`))
  await receiver.close()
})
