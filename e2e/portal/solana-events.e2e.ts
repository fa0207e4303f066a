import { expect, test } from '@playwright/test'
import { Keypair } from '@solana/web3.js'
import { z } from 'zod'
import { fundSolana } from '@/dev/faucet/fund-solana'
import { startReceiver } from '@/dev/testing/webhook-receiver'
import { connect } from './api'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { expectToast } from './toasts'

const CLUSTER_ID = 103
const chainList = z.array(z.object({ chainId: z.number(), name: z.string() }))

test('somebody follows a token of Solana: offered what it has, told what moves', async ({ page }) => {
  const { demo, solana } = stack()
  const cluster = solana.find(({ chainId }) => chainId === CLUSTER_ID)
  const token = cluster?.tokens.find(({ symbol }) => symbol === 'USDC')
  const api = await connect(demo.liveKey)
  const chain = chainList.parse(await api.get('/v1/wallet/chains')).find(({ chainId }) => chainId === CLUSTER_ID)
  if (!cluster || !token || !chain) throw new Error('the stack has no Solana')
  const receiver = await startReceiver()
  const someone = Keypair.generate().publicKey.toBase58()

  await signInAs(page, 'owner', `/projects/${demo.projectId}/events`)
  await page.getByRole('button', { name: 'New subscription' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New event subscription' })
  await dialog.getByRole('checkbox', { name: 'Swap' }).click()
  await dialog.getByRole('combobox', { name: 'Chain' }).click()
  await page.getByRole('option', { name: chain.name }).click()
  await expect(dialog.getByRole('checkbox')).toHaveCount(3)
  await expect(dialog.getByLabel('Custom events')).toBeHidden()
  await expect(dialog.getByLabel('Confirmations')).toBeHidden()
  await dialog.getByLabel('Webhook URL').fill(receiver.url)
  await dialog.getByLabel('Mint or token account').fill('0x036CbD53842c5426634e7929541eC2318f3dCF7e')
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  await expect(dialog).toContainText('Enter a Solana address')
  // The program of all tokens is neither a mint nor a token account.
  await dialog.getByLabel('Mint or token account').fill(token.programId)
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  await expect(dialog).toContainText('is a program')
  await dialog.getByLabel('Mint or token account').fill(token.address)
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  const secret = page.getByRole('dialog', { name: 'Signing secret' })
  await secret.getByRole('button', { name: 'I have stored it' }).click()
  await expect(secret).toBeHidden()

  await fundSolana(cluster, { address: someone, chainId: CLUSTER_ID, symbol: 'USDC', amount: '2.5' })
  await page.getByRole('table', { name: 'Event subscriptions' }).getByRole('link').first().click()
  const logs = page.getByRole('table', { name: 'Delivery logs' })
  await expect(logs).toContainText('Delivered')
  const reported = receiver.visits.map(({ body }): unknown => JSON.parse(body))
  expect(reported).toContainEqual(expect.objectContaining({ network: 'SOL', to: someone, amount: '2500000' }))

  await page.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit subscription' })
  await edit.getByRole('checkbox', { name: 'Burn' }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(page.getByRole('main')).toContainText('burn')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('textbox').fill('delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete subscription' }).click()
  await expectToast(page, 'Subscription deleted')
  await receiver.close()
})
