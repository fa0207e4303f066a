import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { startReceiver } from '../../dev/testing/webhook-receiver'
import { connect } from './api'
import { CHAIN_ID, fundWallet } from './fund-wallet'
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

/** Something to see on every page: wallets, a finished transfer, a failed one, a refused call, a delivery with an attempt. */
async function makeActivity(): Promise<Shown> {
  const { demo } = stack()
  const receiver = await startReceiver()
  const api = await connect(demo.liveKey)
  const made = z
    .array(z.object({ address: z.string() }))
    .parse(await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'DEPOSITS', count: 2 }))
  const [sender, recipient] = made.map((wallet) => wallet.address)
  if (!sender || !recipient) throw new Error('two wallets were asked for')
  await fundWallet(sender)
  const body = { fromAddress: sender, toAddress: recipient, chainType: 'EVM', chainId: CHAIN_ID, cNGN: true }
  const transaction = z.object({ id: z.string() }).parse(
    await api.post('/v1/wallet/transaction', {
      ...body,
      amount: '1.25',
      webhookUrl: receiver.url,
      waitForCompletion: true,
    }),
  )
  const short = await api.attempt('/v1/wallet/transaction', { ...body, amount: '5000', waitForCompletion: true })
  const refused = await api.attempt('/v1/wallet/transaction', { ...body, amount: 'much' })
  const wallets = z
    .object({ items: z.array(z.object({ id: z.string(), address: z.string() })) })
    .parse(await api.get('/v1/wallet/hd'))
  const wallet = wallets.items.find((item) => item.address === sender)
  if (!wallet) throw new Error('the wallet is not listed')
  const messageId = await findMessage(transaction.id)
  await receiver.close()
  return {
    projectId: demo.projectId,
    businessId: demo.businessId,
    chainId: CHAIN_ID,
    walletId: wallet.id,
    transactionId: transaction.id,
    failedTransactionId: z.object({ id: z.string() }).parse(short.data).id,
    messageId,
    refusedRequestId: refused.requestId,
    failedRequestId: short.requestId,
  }
}

const messages = z.object({
  result: z.object({
    data: z.object({ json: z.object({ items: z.array(z.object({ id: z.string(), status: z.string() })) }) }),
  }),
})

/** The delivery of a transaction, once it was made; only the portal lists deliveries. */
async function findMessage(transactionId: string): Promise<string> {
  const { chromium } = await import('@playwright/test')
  const { findChromium } = await import('../../dev/browser')
  const browser = await chromium.launch(await findChromium())
  const page = await browser.newPage()
  await signInAs(page, 'owner')
  const { baseUrl, demo } = stack()
  const input = encodeURIComponent(
    JSON.stringify({ json: { projectId: demo.projectId, sourceId: transactionId, page: 1 } }),
  )
  let found: string | undefined
  await expect(async () => {
    const answer = await page.request.get(`${baseUrl}/api/trpc/webhooks.list?input=${input}`)
    const [message] = messages.parse(await answer.json()).result.data.json.items
    expect(message?.status).toBe('delivered')
    found = message?.id
  }).toPass({ timeout: 30_000 })
  await browser.close()
  if (!found) throw new Error('no delivery was made')
  return found
}
