import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { connect } from './api'
import { CHAIN_ID, fundWallet } from './fund-wallet'
import { signInAs } from './sign-in-as'
import { startProject } from './start-project'
import { inspectPage } from './themes'
import { expectToast } from './toasts'
import { visit } from './visit'

const made = z.array(z.object({ address: z.string() }))
const history = z.object({ items: z.array(z.object({ reference: z.string(), status: z.string() })) })

test('a developer sends a batch above the policy limit, and an owner approves all its transfers at once', async ({
  page,
  browser,
}) => {
  // A policy applies to the whole project, and other journeys send from that of the demo.
  const { projectId, liveKey } = await startProject(await (await browser.newContext()).newPage())
  const project = `/projects/${projectId}`
  await signInAs(page, 'owner', project)
  await startFreePlan(page)
  await requireApprovalAbove(page, project, '20')
  const api = await connect(liveKey)
  const [from, first, second] = made
    .parse(await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'PAYROLL', count: 3 }))
    .map(({ address }) => address)
  const tokenAddress = await fundWallet(from ?? '', 'USDC')

  const developer = await (await browser.newContext()).newPage()
  await signInAs(developer, 'developer', `${project}/transactions/batch`)
  const run = Date.now()
  // Each line is below the limit. Their total is above it.
  const lines = [first, second, first].map(
    (to, n) => `pay-${run}-${n},${from},${to},${n + 7}.5,${tokenAddress},${CHAIN_ID},Salary ${n}`,
  )
  const buffer = Buffer.from(['reference,from,to,amount,token,chain,memo', ...lines].join('\n'))
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await developer.route(/screening\.findBlocked/, async (route) => {
    await held
    await route.continue()
  })
  await developer.getByLabel('File').setInputFiles({ name: 'payroll.csv', mimeType: 'text/csv', buffer })
  await expect(developer.getByText('3 lines are valid.')).toBeVisible()
  // The result of the check is above the form. A form that showed earlier would move away from a click.
  const use = developer.getByRole('button', { name: 'Use', exact: true })
  await expect(use).toHaveCount(0)
  letGo()
  await expect(developer.getByText('every line waits for a second person')).toBeVisible()
  await developer.getByLabel('API key or access token').fill(liveKey)
  await use.click()
  await expect(developer.getByText('Calls use your access token')).toBeVisible()
  await developer.getByRole('button', { name: 'Send 3 transfers' }).click()
  await expect(developer.getByText('3 accepted', { exact: false }).first()).toBeVisible()
  await expect(developer.getByText('0 of 3 ended')).toBeVisible()

  // The requester cannot decide.
  await visit(developer, `${project}/approvals`)
  const barred = developer.getByRole('button', { name: 'Approve all' })
  await expect(barred).toBeDisabled()
  await expect(barred).toHaveAccessibleDescription('Only owners of the business can do this')
  await developer.context().close()

  await visit(page, project)
  await page.getByRole('link', { name: 'Approvals 3 waiting' }).click()
  const batch = page.getByRole('list', { name: 'Batches' }).getByRole('listitem').first()
  await expect(batch.getByRole('heading', { name: 'Batch of 3 transfers' })).toBeVisible()
  await expect(batch).toContainText('$25.50')
  await expect(batch.getByRole('list', { name: 'Totals' })).toContainText(
    '25.5 USDC on Base Sepolia · testnet, 3 transfers',
  )
  await expect(batch).toContainText('$25.50 is above $20.00')
  await batch.getByRole('button', { name: 'View transfers' }).click()
  await expect(batch.getByRole('list', { name: 'Transfers of the batch' }).getByRole('listitem')).toHaveCount(3)
  expect.soft(await inspectPage(page, 'a batch that waits')).toEqual([])
  await batch.getByRole('button', { name: 'Approve all' }).click()
  const approving = page.getByRole('alertdialog', { name: 'Approve 3 transfers?' })
  await expect(approving).toContainText('25.5 USDC')
  await approving.getByLabel('Note').fill('November payroll')
  expect.soft(await inspectPage(page, 'approving a batch', { within: '[role=alertdialog]' })).toEqual([])
  await approving.getByRole('button', { name: 'Approve 3 transfers' }).click()
  await expectToast(page, '3 transfers approved')
  await expect(page.getByText('No approvals waiting')).toBeVisible()

  await expect(async () => {
    const { items } = history.parse(await api.get(`/v1/wallet/transaction/history?fromAddress=${from}`))
    expect(items.map(({ reference, status }) => `${reference} ${status}`).sort()).toEqual(
      [0, 1, 2].map((n) => `pay-${run}-${n} COMPLETED`),
    )
  }).toPass()
  await page.getByRole('tab', { name: 'Decided' }).click()
  const decisions = page.getByRole('table', { name: 'Decisions' })
  await expect(decisions.getByRole('row').filter({ hasText: 'November payroll' })).toHaveCount(3)
  await visit(page, `${project}/audit`)
  await expect(page.getByRole('table', { name: /audit/i })).toContainText('Batch approved')
})

async function startFreePlan(owner: Page): Promise<void> {
  await owner.getByRole('button', { name: 'Start free plan' }).click()
  await expect(owner.getByRole('button', { name: 'Start free plan' })).toHaveCount(0)
}

async function requireApprovalAbove(owner: Page, project: string, usd: string): Promise<void> {
  await visit(owner, `${project}/policy`)
  await owner.getByLabel('Second person above').fill(usd)
  await owner.getByRole('button', { name: 'Review changes' }).click()
  const review = owner.getByRole('alertdialog', { name: 'Save this policy?' })
  await review.getByRole('button', { name: 'Save policy' }).click()
  await expect(review).toBeHidden()
  await expect(owner.getByText('Enforced')).toBeVisible()
}
