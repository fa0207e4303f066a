import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { connect } from './api'
import { CHAIN_ID, fundWallet } from './fund-wallet'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { inspectPage } from './themes'
import { expectToast } from './toasts'
import { visit } from './visit'

const wallets = z.array(z.object({ address: z.string() }))
const waiting = z.object({ id: z.uuid(), status: z.literal('PENDING'), stage: z.literal('awaiting_approval') })
const record = z.object({ status: z.string(), error: z.string().optional() })

test('an owner limits what a project may spend, and a second person lets one transfer go and stops another', async ({
  page,
  browser,
}) => {
  const { demo } = stack()
  const project = `/projects/${demo.projectId}`
  const api = await connect(demo.liveKey)
  const [sender, friend, stranger] = wallets
    .parse(await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'POLICY', count: 3 }))
    .map(({ address }) => address)
  if (!sender || !friend || !stranger) throw new Error('three wallets were asked for')
  const tokenAddress = await fundWallet(sender, 'USDC')
  const transfer = (amount: string, toAddress = friend) => ({
    fromAddress: sender,
    toAddress,
    amount,
    chainType: 'EVM',
    chainId: CHAIN_ID,
    tokenAddress,
  })

  await signInAs(page, 'owner')
  await page.getByRole('navigation', { name: 'Main' }).getByText('Security').click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Policy' }).click()
  await expect(page.getByRole('heading', { name: 'Policy', level: 1 })).toBeVisible()
  await expect(page.getByText('No policy yet')).toBeVisible()
  await page.getByLabel('Per transaction').fill('fifty')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await expect(page.getByText('Enter an amount such as 250 or 250.50')).toBeVisible()
  await page.getByLabel('Per transaction').fill('50')
  await page.getByLabel('In 24 hours').fill('80')
  await page.getByLabel('Second person above').fill('20')
  await page.getByRole('checkbox', { name: 'Only these recipients' }).click()
  await page.getByRole('button', { name: 'Add recipient' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a recipient' })
  await adding.getByLabel('Address').fill(`${friend.slice(0, -2)}zz`)
  await adding.getByRole('button', { name: 'Add recipient' }).click()
  await expect(adding).toContainText('its checksum must match')
  await adding.getByLabel('Address').fill(friend)
  await adding.getByLabel('Label').fill('Supplier')
  await adding.getByRole('button', { name: 'Add recipient' }).click()
  await page.getByRole('checkbox', { name: 'Only these methods' }).click()
  await page.getByRole('button', { name: 'Add method' }).click()
  const method = page.getByRole('dialog', { name: 'Add a contract method' })
  await expect(method).toContainText('0xa9059cbb')
  await method.getByLabel('Contract').fill(tokenAddress)
  await method.getByRole('button', { name: 'Add method' }).click()
  await inspect(page, 'policy being made')
  await page.getByRole('button', { name: 'Review changes' }).click()
  const review = page.getByRole('alertdialog', { name: 'Save this policy?' })
  await expect(review.getByRole('list', { name: 'Changes' })).toContainText('Per transaction: no limit → $50.00')
  await expect(review).toContainText(`Recipient added: ${friend} (Supplier)`)
  await expect(review).toContainText(`Method added: 0xa9059cbb of ${tokenAddress}`)
  await inspect(page, 'policy changes')
  await review.getByRole('button', { name: 'Save policy' }).click()
  await expect(review).toBeHidden()
  await expect(page.getByText('Enforced')).toBeVisible()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Per transaction: none → $50.00')

  expect(await api.attempt('/v1/wallet/transaction', transfer('60'))).toMatchObject({
    code: 422,
    message: 'Policy: the transfer of $60.00 is above the limit of $50.00 per transaction',
  })
  expect(await api.attempt('/v1/wallet/transaction', transfer('1', stranger))).toMatchObject({
    code: 422,
    message: `Policy: ${stranger} is not an allowed recipient`,
  })
  const first = waiting.parse(await api.post('/v1/wallet/transaction', transfer('30')))
  // Nobody holds a request open for a person.
  const second = waiting.parse(await api.post('/v1/wallet/transaction', { ...transfer('25'), waitForCompletion: true }))
  expect(await api.attempt('/v1/wallet/transaction', transfer('26'))).toMatchObject({
    code: 422,
    message: expect.stringMatching(/^Policy: the transfer of \$26\.00 brings the last 24 hours to \$81\./),
  })

  await visit(page, project)
  // An owner sees what needs attention and the newest rows before the charts.
  const cards = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(cards).toContainText(['Needs attention', 'Balance', 'Transactions', 'Deposits', 'Money'])
  await page.getByRole('link', { name: 'Approvals 2 waiting' }).click()
  const list = page.getByRole('list', { name: 'Waiting' })
  await expect(list).toContainText('30 USDC ($30.00)')
  await expect(list).toContainText('$30.00 is above $20.00')
  await expect(list).toContainText('by API key …')
  await expect(
    list
      .getByRole('listitem')
      .first()
      .getByRole('link', { name: /^Wallet \d+$/ }),
  ).toHaveCount(2)
  await inspect(page, 'approvals waiting')
  await list.getByRole('listitem').filter({ hasText: '30 USDC' }).getByRole('button', { name: 'Approve' }).click()
  const approving = page.getByRole('alertdialog', { name: 'Approve transaction?' })
  await approving.getByLabel('Note').fill('Invoice 7')
  await inspect(page, 'approving')
  await approving.getByRole('button', { name: 'Approve transaction' }).click()
  await expectToast(page, 'Transaction approved')
  await expect(async () => {
    expect(record.parse(await api.get(`/v1/wallet/transaction/${first.id}`)).status).toBe('COMPLETED')
  }).toPass()
  await list.getByRole('button', { name: 'Reject' }).click()
  const rejecting = page.getByRole('alertdialog', { name: 'Reject transaction?' })
  await rejecting.getByLabel('Note').fill('Unknown invoice')
  await rejecting.getByRole('button', { name: 'Reject transaction' }).click()
  await expect(page.getByText('No approvals waiting')).toBeVisible()
  await inspect(page, 'approvals empty')
  const stopped = record.parse(await api.get(`/v1/wallet/transaction/${second.id}`))
  expect(stopped).toMatchObject({ status: 'FAILED', error: expect.stringMatching(/^Rejected by .+: Unknown invoice$/) })
  await page.getByRole('tab', { name: 'Decided' }).click()
  const decisions = page.getByRole('table', { name: 'Decisions' })
  await expect(decisions).toContainText('Unknown invoice')
  await expect(decisions).toContainText('Approved')
  await inspect(page, 'approvals decided')

  const viewer = await (await browser.newContext()).newPage()
  await signInAs(viewer, 'viewer', `${project}/policy`)
  await expect(viewer.getByText(/\$30\.\d+ of \$80\.00/)).toBeVisible()
  await expect(viewer.getByLabel('Per transaction')).toBeDisabled()
  const refused = viewer.getByRole('button', { name: 'Review changes' })
  await expect(refused).toBeDisabled()
  await expect(refused).toHaveAccessibleDescription('Only owners of the business can do this')
  await viewer.context().close()

  await visit(page, `${project}/policy`)
  await inspect(page, 'policy')
  await page.getByRole('checkbox', { name: 'Enforce this policy' }).click()
  await page.getByRole('button', { name: 'Review changes' }).click()
  await expect(review).toContainText('Policy: on → off')
  await review.getByRole('button', { name: 'Save policy' }).click()
  await expect(page.getByText('Off', { exact: true })).toBeVisible()
  await visit(page, `${project}/audit`)
  const audit = page.getByRole('table', { name: /audit/i })
  for (const action of ['Policy saved', 'Transaction approved', 'Transaction rejected']) {
    await expect(audit).toContainText(action)
  }
})

test('a policy that somebody else changed meanwhile is not saved over, and the dialog says so', async ({
  page,
  browser,
}) => {
  const { demo } = stack()
  const address = `/projects/${demo.projectId}/policy`
  const other = await (await browser.newContext()).newPage()
  for (const each of [page, other]) {
    await signInAs(each, 'owner', address)
    await expect(each.getByLabel('In 24 hours')).toBeEnabled()
  }
  const save = async (each: Page, limit: string) => {
    await each.getByLabel('In 24 hours').fill(limit)
    await each.getByRole('button', { name: 'Review changes' }).click()
    await each.getByRole('button', { name: 'Save policy' }).click()
  }
  await save(other, '91')
  await expect(other.getByRole('alertdialog')).toBeHidden()
  await save(page, '92')
  const review = page.getByRole('alertdialog', { name: 'Save this policy?' })
  await expect(review.getByRole('alert')).toContainText('Another person changed the policy meanwhile.')
  await other.reload()
  await expect(other.getByLabel('In 24 hours')).toHaveValue('91.00')
  await other.context().close()
})

test('an owner limits all projects of the business together and binds a wallet to one of them', async ({ page }) => {
  const { demo } = stack()
  const project = `/projects/${demo.projectId}`
  await signInAs(page, 'owner', `${project}/policy`)
  await page.getByRole('link', { name: 'Policy of the business' }).click()
  await expect(page.getByRole('heading', { name: 'Business policy', level: 1 })).toBeVisible()
  await expect(page.getByText('No changes yet')).toBeVisible()
  await page.getByLabel('In 24 hours').fill('900000')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save policy' }).click()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('In 24 hours: none → $900,000.00')
  await inspect(page, 'policy of the business')
  await page.getByRole('checkbox', { name: 'Enforce this policy' }).click()
  await page.getByRole('button', { name: 'Review changes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save policy' }).click()
  await expect(page.getByText('Off', { exact: true })).toBeVisible()

  await visit(page, `${project}/wallets`)
  await page.getByRole('table', { name: 'Wallets' }).getByRole('link').first().click()
  await expect(page.getByText('Any project of the business')).toBeVisible()
  await page.getByRole('button', { name: 'Restrict to one project' }).click()
  const binding = page.getByRole('dialog', { name: 'Restrict this wallet' })
  await inspect(page, 'binding a wallet')
  await binding.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option').nth(1).click()
  await binding.getByRole('button', { name: 'Save' }).click()
  await expect(binding).toBeHidden()
  await expect(page.getByText(/^Only /)).toBeVisible()
  await inspect(page, 'a bound wallet')
  await page.getByRole('link', { name: 'Wallets' }).last().click()
  await expect(page.getByRole('table', { name: 'Wallets' }).getByRole('row').nth(1)).toContainText('Only ')
  await inspect(page, 'a list with a bound wallet')
  await page.goBack()
  await page.getByRole('button', { name: 'Restrict to one project' }).click()
  await binding.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'Any project of the business' }).click()
  await binding.getByRole('button', { name: 'Save' }).click()
  await expect(binding).toBeHidden()
  await expect(page.getByText('Any project of the business')).toBeVisible()
})

/** The page as it is, in both themes and widths: nothing axe finds, nothing wider than the screen. */
async function inspect(page: Page, name: string): Promise<void> {
  expect.soft(await inspectPage(page, name)).toEqual([])
}
