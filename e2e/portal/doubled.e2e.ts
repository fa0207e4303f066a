import { expect, type Locator, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { newProject } from './new-project'
import { ask, mutationsOf } from './portal-queries'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { visit } from './visit'

/** Two clicks before the page could have rendered anything in between. */
const clickTwice = (button: Locator) =>
  button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })

/** Enter held down, as the keyboard repeats it, until well after the answer is there. */
async function holdEnter(page: Page): Promise<void> {
  for (let times = 0; times < 40; times++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
}

/** A dialog takes the focus a moment after it is there, and would take it away again. */
async function focusSubmit(dialog: Locator, name: string): Promise<void> {
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await dialog.getByRole('button', { name }).focus()
}

const balance = z.object({ available: z.string() })
const keys = z.object({ items: z.array(z.object({ id: z.string() })) }).transform(({ items }) => items)
const wallets = z.object({ total: z.number() })

test('a doubled click or a held Enter credits a business once', async ({ page }) => {
  await signInAs(page, 'operator', '/operator/businesses')
  const { businessId } = await newProject(page)
  await visit(page, `/operator/businesses/${businessId}`)
  const held = async () => Number((await ask(page, 'ledger.getBalanceOfBusiness', { businessId }, balance)).available)
  expect(await held()).toBe(0)
  const sent = mutationsOf(page)
  const confirm = page.getByRole('alertdialog')
  const fill = async () => {
    await page.getByRole('button', { name: 'Credit', exact: true }).click()
    const form = page.getByRole('dialog', { name: /^Credit / })
    await expect(form.getByLabel('Amount (USD)')).toBeFocused()
    await page.keyboard.type('10.00')
    await form.getByLabel('Reason').fill('Welcome')
  }

  await fill()
  await page.keyboard.press('Enter')
  await clickTwice(confirm.getByRole('button', { name: 'Credit balance' }))
  await expect(confirm).toBeHidden()
  expect(await held()).toBe(10)

  await fill()
  await holdEnter(page)
  await focusSubmit(confirm, 'Credit balance')
  await holdEnter(page)
  await expect(confirm).toBeHidden()
  expect(await held()).toBe(20)
  expect(sent).toEqual(['ledger.credit', 'ledger.credit'])
})

test('a doubled click or a held Enter makes one pair of keys, and the pair shown is the one that lives', async ({
  page,
}) => {
  await signInAs(page, 'operator', '/operator/businesses')
  const project = await newProject(page)
  const held = async () => (await ask(page, 'keys.listOfProject', project, keys)).length
  const confirm = page.getByRole('alertdialog')
  const shown = page.getByRole('dialog', { name: 'New API keys' })
  const sent = mutationsOf(page)

  await page.getByRole('button', { name: 'Issue keys' }).click()
  await clickTwice(confirm.getByRole('button', { name: 'Issue keys' }))
  await expect(shown).toBeVisible()
  expect(await held()).toBe(2)
  await shown.getByRole('button', { name: 'I have stored them' }).click()

  await page.getByRole('button', { name: 'Issue keys' }).click()
  await focusSubmit(confirm, 'Issue keys')
  await holdEnter(page)
  await expect(shown).toBeVisible()
  expect(await held()).toBe(4)
  expect(sent).toEqual(['keys.rotateOfProject', 'keys.rotateOfProject'])

  const liveKey = await shown.getByRole('textbox', { name: 'Live key' }).inputValue()
  await shown.getByRole('button', { name: 'I have stored them' }).click()
  const body = { grant_type: 'client_credentials', client_secret: liveKey }
  expect((await page.request.post(`${stack().baseUrl}/v1/oauth/token`, { data: body })).status()).toBe(200)
})

test('a doubled click or a held Enter generates one wallet', async ({ page }) => {
  const { projectId } = stack().demo
  await signInAs(page, 'owner', `/projects/${projectId}/wallets`)
  const count = async () => (await ask(page, 'wallets.list', { projectId }, wallets)).total
  const before = await count()
  const open = page.getByRole('button', { name: 'Generate wallets' }).first()
  const dialog = page.getByRole('dialog', { name: 'Generate wallets' })
  const sent = mutationsOf(page)

  await open.click()
  await clickTwice(dialog.getByRole('button', { name: 'Generate' }))
  await expect(dialog).toBeHidden()
  expect(await count()).toBe(before + 1)

  await open.click()
  await dialog.getByLabel('Purpose').focus()
  await holdEnter(page)
  await expect(dialog).toBeHidden()
  expect(await count()).toBe(before + 2)
  expect(sent).toEqual(['wallets.create', 'wallets.create'])

  // The Enter that opens the dialog does not submit it, however long it is held.
  await open.focus()
  await holdEnter(page)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await count()).toBe(before + 2)
})

test('a held Enter does not press what gets the focus in the midst of it', async ({ page }) => {
  await signInAs(page, 'owner', `/projects/${stack().demo.projectId}/wallets`)
  const open = page.getByRole('button', { name: 'Generate wallets' }).first()
  const clicked = page.locator('[data-clicked]')

  // As when React removes a dialog while it handles the key: the focus is then back on the opener before the key acts.
  await page.keyboard.down('Enter')
  await open.evaluate((element: HTMLElement) => {
    element.addEventListener('click', () => element.setAttribute('data-clicked', ''))
    window.addEventListener('keydown', () => element.focus(), { capture: true, once: true })
  })
  await page.keyboard.down('Enter')
  await expect(open).toBeFocused()
  await page.keyboard.up('Enter')
  await expect(clicked).toHaveCount(0)

  await page.keyboard.press('Enter')
  await expect(clicked).toHaveCount(1)
})
