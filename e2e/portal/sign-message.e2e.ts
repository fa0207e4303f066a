import { expect, type Page, test } from '@playwright/test'
import { type Hex, verifyMessage } from 'viem'
import { z } from 'zod'
import { connect } from './api'
import { problemsOf } from './problems-of'
import { takeSession } from './sign-in-as'
import { stack } from './stack'
import { visit } from './visit'

const listed = z.object({ items: z.array(z.object({ id: z.string(), address: z.string() })) })

async function openSigning(page: Page) {
  const { demo } = stack()
  const api = await connect(demo.liveKey)
  await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'SIGNING' })
  const { items } = listed.parse(await api.get('/v1/wallet/hd?chainType=EVM'))
  const wallet = items[0]
  if (!wallet) throw new Error('the business has no wallet')
  await visit(page, `/projects/${demo.projectId}/wallets/${wallet.id}`)
  await page.getByRole('button', { name: 'Sign message' }).click()
  const signing = page.getByRole('dialog', { name: 'Sign a message' })
  await signing.getByLabel('API key or access token').fill(demo.liveKey)
  await signing.getByRole('button', { name: 'Use', exact: true }).click()
  await expect(signing.getByText('Calls use your access token')).toBeVisible()
  return { signing, address: wallet.address as Hex }
}

test('a text is shown, signed, and its signature is the wallet’s', async ({ page }) => {
  await takeSession(page, 'developer')
  const { signing, address } = await openSigning(page)
  const message = 'Sign in to example.com'
  await signing.getByLabel('Message').fill(message)
  await expect(signing.getByText('22 bytes')).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect.soft(await problemsOf(page, 'sign message form')).toEqual([])
  await signing.getByRole('button', { name: 'Sign message' }).click()
  await expect(signing.getByText('The signature was verified')).toBeVisible()
  const signature = await signing.getByRole('textbox', { name: 'Signature' }).inputValue()
  expect(await verifyMessage({ address, message, signature: signature as Hex })).toBe(true)
  // A digest is refused by the API, in its words.
  await signing.getByLabel('Message').fill('x'.repeat(32))
  await signing.getByRole('button', { name: 'Sign message' }).click()
  await expect(signing.getByText('32 bytes are not signed').first()).toBeVisible()
})
