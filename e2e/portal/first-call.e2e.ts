import { spawnSync } from 'node:child_process'
import { expect, test } from '@playwright/test'
import { addProject } from './new-project'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { visit } from './visit'

test('an owner puts a key into the first call without leaving the page, and it works in a shell', async ({ page }) => {
  const { demo } = stack()
  await signInAs(page, 'owner', `/projects/${demo.projectId}/keys`)
  const snippet = page.getByRole('figure').filter({ hasText: 'Your first call' }).locator('code')
  await expect(snippet).toContainText("SLIPWAY_API_KEY=''")

  await page.getByLabel('Live key').fill(demo.liveKey.replace('sk_live_', 'sk_test_'))
  await expect(page.getByRole('alert').filter({ hasText: 'This is a test key' })).toBeVisible()
  await expect(snippet).toContainText("SLIPWAY_API_KEY=''")
  await page.getByLabel('Live key').fill(demo.liveKey)
  await expect(snippet).toContainText(demo.liveKey)
  const { stdout, stderr } = spawnSync('sh', ['-c', (await snippet.textContent()) ?? ''], { encoding: 'utf8' })
  expect({ stderr, answer: JSON.parse(stdout) }).toMatchObject({ stderr: '', answer: { status: true } })
})

test('an owner makes a key from the first call: the new one stands in it', async ({ page, browser }) => {
  const { demo } = stack()
  // A new project: the demo's key must live for the other journeys.
  const operator = await (await browser.newContext()).newPage()
  await signInAs(operator, 'operator', `/operator/businesses/${demo.businessId}`)
  const projectId = await addProject(operator, `Side ${Date.now()}`)
  await operator.getByRole('button', { name: 'Issue keys' }).click()
  await operator.getByRole('alertdialog').getByRole('button', { name: 'Issue keys' }).click()
  await operator.getByRole('button', { name: 'I have stored them' }).click()

  await signInAs(page, 'owner', `/projects/${projectId}`)
  const snippet = page.getByRole('figure').filter({ hasText: 'Your first call' }).locator('code')
  await page.getByRole('button', { name: 'Rotate keys' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate keys' }).click()
  const made = page.getByRole('dialog', { name: 'New API keys' })
  const key = await made.getByRole('textbox', { name: 'Live key' }).inputValue()
  await made.getByRole('button', { name: 'I have stored them' }).click()
  await expect(snippet).toContainText(`SLIPWAY_API_KEY='${key}'`)

  // As from the list of keys, to which the first steps lead.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'API keys' }).click()
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible()
  await page.getByRole('button', { name: 'Rotate keys' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate keys' }).click()
  const next = await made.getByRole('textbox', { name: 'Live key' }).inputValue()
  await made.getByRole('button', { name: 'I have stored them' }).click()
  await expect(snippet).toContainText(`SLIPWAY_API_KEY='${next}'`)
  await expect(page.getByRole('button', { name: 'Rotate keys' })).toBeFocused()
})

test('an owner names a pair of keys at its creation and later, and finds it by its name', async ({ page, browser }) => {
  const { demo } = stack()
  const operator = await (await browser.newContext()).newPage()
  await signInAs(operator, 'operator', `/operator/businesses/${demo.businessId}`)
  const projectId = await addProject(operator, `Named ${Date.now()}`)
  const name = `Backend ${Date.now()}`
  await operator.getByRole('button', { name: 'Issue keys' }).click()
  const issuing = operator.getByRole('alertdialog')
  await issuing.getByLabel('Name of the pair').fill(name)
  await issuing.getByRole('button', { name: 'Issue keys' }).click()
  await operator.getByRole('button', { name: 'I have stored them' }).click()
  await expect(operator.getByRole('table', { name: 'API keys' }).getByText(name)).toHaveCount(2)

  await signInAs(page, 'owner', `/projects/${projectId}/keys`)
  const table = page.getByRole('table', { name: 'API keys' })
  await page.getByRole('button', { name: 'Rotate keys' }).click()
  await expect(page.getByRole('alertdialog').getByLabel('Name of the pair')).toHaveValue(name)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate keys' }).click()
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(table.getByText(name)).toHaveCount(4)

  await page
    .getByRole('button', { name: `Rename pair ${name}, sk_live_` })
    .first()
    .click()
  const naming = page.getByRole('dialog', { name: 'Name the key pair' })
  await naming.getByLabel('Name', { exact: true }).fill('Batch jobs')
  await naming.getByRole('button', { name: 'Save' }).click()
  await expect(table.getByText('Batch jobs')).toHaveCount(2)
  await expect(table.getByText(name)).toHaveCount(2)
  // The name stands above the key: beside it there is no room for a long one.
  const row = table.getByRole('row').filter({ hasText: 'Batch jobs' }).first()
  const nameBox = await row.getByText('Batch jobs').boundingBox()
  const keyBox = await row.getByText('sk_live_').boundingBox()
  expect((nameBox?.y ?? 0) + (nameBox?.height ?? 0)).toBeLessThanOrEqual((keyBox?.y ?? 0) + 1)

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox').fill('batch jo')
  await expect(page.getByRole('dialog').getByRole('link', { name: /Batch jobs, sk_live_/ })).toBeVisible()
  await visit(page, `/projects/${projectId}/requests`)
  await page.getByRole('button', { name: /^More filters/ }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'API key' }).click()
  await expect(page.getByRole('option', { name: /^Batch jobs, sk_live_/ })).toBeVisible()
  await visit(page, `/projects/${projectId}/audit?action=key.renamed`)
  await expect(page.getByRole('table', { name: 'Audit log' })).toContainText(`${name} → changed to Batch jobs`)
})

test('a viewer sees the call and no way to make keys', async ({ page }) => {
  const { demo } = stack()
  await signInAs(page, 'viewer', `/projects/${demo.projectId}/keys`)
  await expect(page.getByLabel('Live key')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rotate keys' })).toBeDisabled()
})
