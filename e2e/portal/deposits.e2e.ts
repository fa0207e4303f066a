import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { startReceiver } from '@/dev/testing/webhook-receiver'
import { connect } from './api'
import { fundWallet } from './fund-wallet'
import { problemsOf } from './problems-of'
import { signInAs } from './sign-in-as'
import { stack } from './stack'

const made = z.array(z.object({ address: z.string() }))
const listed = z.object({ items: z.array(z.object({ id: z.string(), address: z.string() })) })
const endpoint = z.object({ id: z.string() })

const PHONE = { width: 390, height: 844 }

/** The problems of the page as it is now, at its present width and at the width of a phone. */
async function inspect(page: Page, name: string): Promise<string[]> {
  const desktop = page.viewportSize()
  const found = await problemsOf(page, name)
  await page.setViewportSize(PHONE)
  found.push(...(await problemsOf(page, `${name}, phone`)))
  if (desktop) await page.setViewportSize(desktop)
  return found
}

test('money that arrives is seen in the list, has a page, and leads to who was told and back', async ({ page }) => {
  const { baseUrl, demo } = stack()
  const receiver = await startReceiver()
  const api = await connect(demo.liveKey)
  const input = { chainType: 'EVM', purpose: 'ARRIVING', count: 1 }
  const [wallet] = made.parse(await api.post('/v1/wallet/hd/generate', input))
  const { items } = listed.parse(await api.get('/v1/wallet/hd'))
  const walletId = items.find(({ address }) => address === wallet?.address)?.id
  if (!wallet || !walletId) throw new Error('a wallet was asked for')
  const events = ['wallet.deposit.confirmed']
  const { id: endpointId } = endpoint.parse(await api.post('/v1/webhooks/endpoints', { url: receiver.url, events }))

  await signInAs(page, 'viewer', `/projects/${demo.projectId}/deposits?walletId=${walletId}`)
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await fundWallet(wallet.address, 'USDC')
  const table = page.getByRole('table', { name: 'Deposits' })
  await expect(table).toContainText('Confirmed')
  await expect(table.getByRole('row')).toHaveCount(2)
  const problems = await inspect(page, 'the list')

  await table.getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: /^100/ })).toBeVisible()
  await expect(page.getByText(wallet.address)).toBeVisible()
  const reported = page.getByRole('table', { name: 'Webhook deliveries' })
  await expect(reported).toContainText('Delivered')
  problems.push(...(await inspect(page, 'the deposit')))

  // Another endpoint may listen too.
  await reported
    .getByRole('row', { name: /Delivered/ })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'wallet.deposit.confirmed' })).toBeVisible()
  await page
    .getByRole('term')
    .filter({ hasText: /^Deposit$/ })
    .locator('+ dd')
    .getByRole('link')
    .click()
  await expect(page.getByRole('heading', { name: /^100/ })).toBeVisible()

  await page.getByRole('link', { name: /^Wallet \d+$/ }).click()
  await expect(page.getByRole('table', { name: 'Deposits' })).toContainText('USDC')
  problems.push(...(await inspect(page, 'the wallet')))
  expect(problems).toEqual([])
  // Other journeys have deposits too.
  const headers = { authorization: `Bearer ${api.token}` }
  const removed = await fetch(`${baseUrl}/v1/webhooks/endpoints/${endpointId}`, { method: 'DELETE', headers })
  expect(removed.status).toBe(200)
  await receiver.close()
})
