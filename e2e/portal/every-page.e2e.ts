import { expect, type Page, test } from '@playwright/test'
import { CHAIN_ID } from './fund-wallet'
import { lookAt } from './looks'
import { makeActivity } from './make-activity'
import { type Looker, pagesOf, type Shown } from './pages'
import { takeSession } from './sign-in-as'
import { stack } from './stack'

// A worker for each person; each worker makes the activity on its own stack.
test.describe.configure({ mode: 'parallel' })

/** Opening one and looking at it in each look, on a busy machine. */
const LOOK_MS = 15_000
/**
 * The reference alone has thousands of parts, laid out anew at each width, and axe asks each of them: a minute and a half by itself, four and
 * more beside much else. Here only what hangs is to end.
 */
const START_MS = 600_000
/** The page behind it was looked at by itself. */
const DIALOG = '[role=dialog], [role=alertdialog]'

let shown: Shown

/** Pages as they are with a dialog open: which one, and the button that opens it. */
function dialogsOf(who: Looker): [path: string, button: string][] {
  const { businessId, projectId } = stack().demo
  if (who === '-') return [['/docs', 'Try it: Initiate a transfer']]
  if (who === 'owner') {
    return [
      [`/projects/${projectId}/wallets`, 'Generate wallets'],
      [`/projects/${projectId}/plans`, 'Top up'],
      [`/projects/${projectId}/events`, 'New subscription'],
      [`/projects/${projectId}/events/${shown.subscriptionId}`, 'Replay'],
      [`/projects/${projectId}/events/${shown.subscriptionId}`, 'Recover failed'],
      [`/projects/${projectId}/endpoints`, 'New endpoint'],
      [`/projects/${projectId}/endpoints/${shown.endpointId}`, 'Recover failed'],
      [`/projects/${projectId}/keys`, 'Rotate keys'],
      [`/projects/${projectId}/allowlist`, 'Add address'],
      [`/projects/${projectId}/settings`, 'Rotate secret'],
    ]
  }
  if (who !== 'operator') return []
  return [
    ['/operator/people', 'Invite person'],
    ['/operator/plans', 'Edit Wallet Growth'],
    [`/operator/payments/${shown.paymentId}`, 'Refund'],
    [`/operator/businesses/${businessId}`, 'Suspend business'],
    [`/operator/businesses/${businessId}`, 'Credit'],
    ['/operator/prices', 'Set price'],
    ['/operator/rates', 'Set rate'],
    ['/operator/rates', 'Edit open.er-api.com'],
    ['/operator/treasury', 'Edit gas of Base Sepolia'],
    [`/operator/chains/${CHAIN_ID}`, 'Add endpoint'],
  ]
}

test.beforeAll(async () => {
  shown = await makeActivity()
})

for (const who of ['-', 'owner', 'viewer', 'operator', 'support'] as const) {
  test(`${who === '-' ? 'anybody' : who} finds every page in order, in both themes and widths`, async ({ page }) => {
    test.setTimeout(START_MS + (pagesOf(shown)[who].length + dialogsOf(who).length) * LOOK_MS)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) problems.push(message.text())
    })
    if (who !== '-') await takeSession(page, who)
    for (const path of pagesOf(shown)[who]) {
      await open(page, path)
      problems.push(...(await lookAt(page, `${who} ${named(path)}`)))
    }
    for (const [path, button] of dialogsOf(who)) {
      await open(page, path)
      await page.getByRole('button', { name: button }).first().click()
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
      problems.push(...(await lookAt(page, `${who} ${named(path)} with ${button}`, DIALOG)))
    }
    expect(problems).toEqual([])
  })
}

/** Ids are new with each stack. */
function named(path: string): string {
  return Object.entries(shown).reduce((text, [label, id]) => text.replaceAll(String(id), label), path)
}

async function open(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visitWhole(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
}
