import { expect, type Page, test } from '@playwright/test'
import { isLongProof, someOf } from '@/server/testing/proof'
import { CHAIN_ID } from './fund-wallet'
import { activity } from './make-activity'
import { isBuiltAlike, pagesOf, type RecordIds, type Viewer } from './pages'
import { takeSession } from './sign-in-as'
import { stack } from './stack'
import { inspectPage } from './themes'
import { visitWhole } from './visit'
import { weighPages } from './weigh-pages'

test.describe.configure({ mode: 'parallel' })

/** Opening one and looking at it in each look, on a busy machine. */
const POLL_MS = 30_000
/**
 * For the reference, whose thousands of parts are laid out again at each width; in the long form axe asks each of them.
 */
const START_MS = 600_000
/** The page behind it is inspected separately. */
const DIALOG = '[role=dialog], [role=alertdialog]'

let shown: RecordIds

/** Pages as they are with a dialog open: which one, and the button that opens it. */
function dialogsOf(who: Viewer): [path: string, button: string][] {
  const { businessId, projectId } = stack().demo
  if (who === '-')
    return [
      ['/docs/api/createTransfer', 'Try it: Initiate a transfer'],
      ['/docs', 'Search the docs'],
    ]
  if (who === 'owner') {
    return [
      [`/projects/${projectId}/wallets`, 'Generate wallets'],
      [`/projects/${projectId}/sweeps`, 'New sweep rule'],
      [`/projects/${projectId}/plans`, 'Top up'],
      [`/projects/${projectId}/events`, 'New subscription'],
      [`/projects/${projectId}/events/${shown.subscriptionId}`, 'Replay'],
      [`/projects/${projectId}/events/${shown.subscriptionId}`, 'Recover failed'],
      [`/projects/${projectId}/endpoints`, 'New endpoint'],
      [`/projects/${projectId}/endpoints/${shown.endpointId}`, 'Recover failed'],
      [`/projects/${projectId}/keys`, 'Rotate keys'],
      [`/projects/${projectId}/allowlist`, 'Add address'],
      [`/projects/${projectId}/screening`, 'Block addresses'],
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
    ['/operator/prices', 'Set feed'],
    ['/operator/rates', 'Set rate'],
    ['/operator/rates', 'Edit open.er-api.com'],
    ['/operator/treasury', 'Edit gas of Base Sepolia'],
    [`/operator/chains/${CHAIN_ID}`, 'Add endpoint'],
    [`/operator/chains/${CHAIN_ID}`, 'Edit settings'],
    [`/operator/chains/${CHAIN_ID}`, 'Add token'],
    ['/operator/chains', 'Add chain'],
    ['/operator/alarms/channels', 'Add channel'],
  ]
}

test.beforeAll(async ({ browser }) => {
  shown = await activity(browser)
})

/** In how many tests the pages of a person are looked at, for workers to share. */
const SHARES = { '-': 1, owner: 5, viewer: 1, operator: 4, support: 1 } as const
/** Pictures are wanted of everything, in each look. */
const isWhole = isLongProof || process.env.PORTAL_PICTURES !== undefined
/** The day of the commit decides which page is looked at in which look. */
const [firstPoll = 0] = someOf([0, 1], 1)
const LOOKERS = ['-', 'owner', 'viewer', 'operator', 'support'] as const
const nameOf = (who: Viewer) => (who === '-' ? 'anybody' : who)

for (const who of LOOKERS) {
  const shares = SHARES[who]
  for (let share = 0; share < shares; share++) {
    const part = shares > 1 ? ` (${share + 1} of ${shares})` : ''
    test(`${nameOf(who)} finds every page in order and light, in both themes and widths${part}`, async ({ page }) => {
      const paths = inTurn(pagesOf(shown)[who].filter((_, at) => at % shares === share))
      test.setTimeout(START_MS + paths.length * POLL_MS)
      const problems = await startWatching(page, who)
      const tooHeavy = await weighPages(page)
      for (const [at, path] of paths.entries()) {
        await open(page, path)
        const only = isWhole ? undefined : (at + firstPoll) % 2
        problems.push(...(await inspectPage(page, `${who} ${named(path)}`, { only })))
        problems.push(...(await tooHeavy(named(path))))
      }
      expect(problems).toEqual([])
    })
  }
}

for (const who of ['-', 'owner', 'operator'] as const) {
  test(`${nameOf(who)} finds every dialog in order, in both themes and widths`, async ({ page }) => {
    test.setTimeout(START_MS + dialogsOf(who).length * POLL_MS)
    const problems = await startWatching(page, who)
    for (const [path, button] of dialogsOf(who)) {
      await open(page, path)
      await page.getByRole('button', { name: button }).first().click()
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
      problems.push(...(await inspectPage(page, `${who} ${named(path)} with ${button}`, { within: DIALOG })))
    }
    expect(problems).toEqual([])
  })
}

/** All pages, but only half of those that repeat the components of another page. */
function inTurn(paths: string[]): string[] {
  const alike = paths.filter(isBuiltAlike)
  const inspected = isWhole ? alike : someOf(alike, Math.ceil(alike.length / 2))
  return paths.filter((path) => !isBuiltAlike(path) || inspected.includes(path))
}

/** As this person, with a list that takes what the browser itself complains of. */
async function startWatching(page: Page, who: Viewer): Promise<string[]> {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) problems.push(message.text())
  })
  if (who !== '-') await takeSession(page, who)
  return problems
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
