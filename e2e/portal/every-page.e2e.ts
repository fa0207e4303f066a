import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { CHAIN_ID } from './fund-wallet'
import { makeActivity } from './make-activity'
import { type Looker, pagesOf, type Shown } from './pages'
import { problemsOf } from './problems-of'
import { signInAs } from './sign-in-as'
import { stack } from './stack'

const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const LOOKS = [
  { colorScheme: 'light', size: DESK },
  { colorScheme: 'dark', size: PHONE },
  // Both themes and both widths are seen by then: the others are for pictures only.
  ...(process.env.PORTAL_PICTURES
    ? ([
        { colorScheme: 'dark', size: DESK },
        { colorScheme: 'light', size: PHONE },
      ] as const)
    : []),
] as const

// A worker for each person; each worker makes the activity on its own stack.
test.describe.configure({ mode: 'parallel' })

let shown: Shown

/** Pages as they are with a dialog open: which one, and the button that opens it. */
function dialogsOf(who: Looker): [path: string, button: string][] {
  const { businessId, projectId } = stack().demo
  if (who === '-') return [['/docs', 'Try it: Initiate a transfer']]
  if (who === 'owner') {
    return [
      [`/projects/${projectId}/wallets`, 'Generate wallets'],
      [`/projects/${projectId}/keys`, 'Rotate keys'],
      [`/projects/${projectId}/allowlist`, 'Add address'],
      [`/projects/${projectId}/settings`, 'Rotate secret'],
    ]
  }
  if (who !== 'operator') return []
  return [
    ['/operator/people', 'Invite person'],
    ['/operator/plans', 'Edit Wallet Growth'],
    [`/operator/businesses/${businessId}`, 'Suspend business'],
    [`/operator/businesses/${businessId}`, 'Credit'],
    ['/operator/prices', 'Set price'],
    ['/operator/treasury', 'Edit gas of Base Sepolia'],
    [`/operator/chains/${CHAIN_ID}`, 'Add endpoint'],
  ]
}

test.beforeAll(async () => {
  shown = await makeActivity()
})

for (const who of ['-', 'owner', 'viewer', 'operator', 'support'] as const) {
  test(`${who === '-' ? 'anybody' : who} finds every page in order, in both themes and widths`, async ({ page }) => {
    test.setTimeout(400_000)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) problems.push(message.text())
    })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if (who !== '-') await signInAs(page, who)
    for (const path of pagesOf(shown)[who]) {
      await open(page, path)
      problems.push(...(await lookAt(page, `${who} ${path}`)))
    }
    for (const [path, button] of dialogsOf(who)) {
      await open(page, path)
      await page.getByRole('button', { name: button }).first().click()
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
      problems.push(...(await lookAt(page, `${who} ${path} with ${button}`)))
    }
    expect(problems).toEqual([])
  })
}

async function open(page: Page, path: string): Promise<void> {
  await page.setViewportSize(LOOKS[0].size)
  await page.emulateMedia({ colorScheme: LOOKS[0].colorScheme })
  await page.goto(stack().baseUrl + path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
}

/** The page as it is loaded, in every look; it follows theme and width by itself. */
async function lookAt(page: Page, name: string): Promise<string[]> {
  const problems: string[] = []
  for (const { colorScheme, size } of LOOKS) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${colorScheme}\\b`))
    const look = `${name} ${colorScheme} ${size.width}`
    problems.push(...(await problemsOf(page, look)))
    await keepPicture(page, look)
  }
  return problems
}

/** For people to look at: set PORTAL_PICTURES to a folder. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PORTAL_PICTURES
  if (!folder) return
  const short = Object.entries(shown).reduce((text, [label, id]) => text.replaceAll(String(id), label), name)
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${short.replaceAll(/[^\w.-]+/g, '_')}.png`), fullPage: true })
}
