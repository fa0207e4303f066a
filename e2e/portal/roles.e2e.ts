import { expect, test } from '@playwright/test'
import { lookAt } from './looks'
import { signInAs, takeSession } from './sign-in-as'
import { stack } from './stack'
import { visit } from './visit'

test('shows a viewer everything and says why nothing can be changed', async ({ page }) => {
  const { demo } = stack()
  await signInAs(page, 'viewer', `/projects/${demo.projectId}/keys`)
  const rotate = page.getByRole('button', { name: 'Rotate keys' })
  await expect(rotate).toBeDisabled()
  await expect(rotate).toHaveAccessibleDescription('Only owners of the business can do this')
  await visit(page, `/projects/${demo.projectId}/wallets`)
  await expect(page.getByRole('button', { name: 'Generate wallets' }).first()).toBeDisabled()
})

test('refuses a viewer who goes round the page', async ({ page }) => {
  const { baseUrl, demo } = stack()
  await takeSession(page, 'viewer')
  const input = { json: { projectId: demo.projectId, overlapHours: 0 } }
  const answer = await page.request.post(`${baseUrl}/api/trpc/keys.rotate`, {
    data: input,
    headers: { origin: baseUrl },
  })
  expect(answer.status()).toBe(403)
  const foreign = await page.request.post(`${baseUrl}/api/trpc/people.revokeOtherSessions`, {
    data: {},
    headers: { origin: 'https://evil.example' },
  })
  expect(foreign.status()).toBe(403)
})

test('hides operator pages and foreign projects from a business', async ({ page }) => {
  await takeSession(page, 'owner')
  for (const path of ['/operator/businesses', '/projects/0193a000-0000-7000-8000-000000000012', '/projects/nonsense']) {
    await visit(page, path)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})

test('lets support see a business and change nothing', async ({ page }) => {
  const { baseUrl, demo } = stack()
  await signInAs(page, 'support')
  await expect(page.getByText('You are signed in as support: everything is read-only.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create business' })).toBeDisabled()
  await visit(page, `/projects/${demo.projectId}/transactions`)
  await expect(page.getByText('You are viewing Lagoon Pay as support. This area is read-only.')).toBeVisible()
  const create = await page.request.post(`${baseUrl}/api/trpc/businesses.create`, {
    data: { json: { name: 'Mine' } },
    headers: { origin: baseUrl },
  })
  expect(create.status()).toBe(403)
})

test('takes a new customer from a business to a person who signs in', async ({ page, browser }) => {
  const name = `Customer ${Date.now()}`
  const email = `owner-${Date.now()}@example.test`
  await signInAs(page, 'operator')
  await page.getByRole('button', { name: 'Create business' }).click()
  const business = page.getByRole('dialog', { name: 'Create a business' })
  await business.getByLabel('Name').fill(name)
  await business.getByRole('button', { name: 'Create business' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Invite person' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite a person' })
  await invite.getByLabel('Name').fill('Nkechi Owner')
  await invite.getByLabel('E-mail').fill(email)
  await invite.getByRole('button', { name: 'Invite' }).click()
  const shown = page.getByRole('dialog', { name: 'Nkechi Owner can sign in now' })
  const password = await shown.getByRole('textbox', { name: 'Password' }).inputValue()
  await shown.getByRole('button', { name: 'I have stored it' }).click()

  const theirs = await (await browser.newContext()).newPage()
  await visit(theirs, '/sign-in')
  await theirs.getByLabel('E-mail').fill(email)
  await theirs.getByLabel('Password').fill(password)
  await theirs.getByRole('button', { name: 'Sign in' }).click()
  await expect(theirs.getByText(`${name} has no project yet.`)).toBeVisible()
  expect(await lookAt(theirs, 'no project')).toEqual([])

  await page.getByRole('button', { name: 'Create project' }).click()
  const project = page.getByRole('dialog', { name: 'Create a project' })
  await project.getByLabel('Name').fill('First project')
  await project.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('link', { name: 'First project' })).toBeVisible()
  await visit(theirs, '/')
  await expect(theirs.getByRole('heading', { name: 'First project', level: 1 })).toBeVisible()
  await expect(theirs.getByText('0 of 5 done')).toBeVisible()
  await theirs.context().close()
})

test('changes who may call from where, and a plan, through the pages', async ({ page, browser }) => {
  const { demo } = stack()
  await signInAs(page, 'owner', `/projects/${demo.projectId}/allowlist`)
  await page.getByRole('button', { name: 'Add address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an address' })
  await dialog.getByLabel('IP address').fill('10.0.0.300')
  await dialog.getByRole('button', { name: 'Add address' }).click()
  await expect(dialog).toContainText('ipAddress must be a valid IPv4 or IPv6 address')
  await dialog.getByLabel('IP address').fill('203.0.113.7')
  await dialog.getByLabel('Label').fill('Office')
  await dialog.getByRole('button', { name: 'Add address' }).click()
  await expect(page.getByText('Your address is not on the list')).toBeVisible()
  await page.getByRole('button', { name: 'Remove 203.0.113.7' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove address' }).click()
  await expect(page.getByText('Calls are accepted from all addresses')).toBeVisible()

  const operator = await (await browser.newContext()).newPage()
  await signInAs(operator, 'operator', '/operator/plans')
  await operator.getByRole('button', { name: 'Edit Tokenization Scale' }).click()
  const plan = operator.getByRole('dialog', { name: 'Tokenization: Scale' })
  await plan.getByLabel('Reads per minute').fill('12345')
  await plan.getByRole('button', { name: 'Save plan' }).click()
  await expect(operator.getByText('12,345 reads')).toBeVisible()
  await operator.context().close()
})
