import { expect, type Page, test } from '@playwright/test'
import { mailedLink } from './mailed-link'
import { signInAs, takeSession } from './sign-in-as'
import { stack } from './stack'
import { inspectPage } from './themes'
import { expectToast } from './toasts'
import { untilListening, visit } from './visit'

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
  await signInAs(page, 'support', '/operator/businesses')
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

test('takes a new customer from an invitation to a project, and its owner a colleague into the team', async ({
  page,
  browser,
}) => {
  const name = `Customer ${Date.now()}`
  const email = `owner-${Date.now()}@example.test`
  const password = 'a long new password'
  await signInAs(page, 'operator', '/operator/businesses')
  await page.getByRole('button', { name: 'Create business' }).click()
  const business = page.getByRole('dialog', { name: 'Create a business' })
  await business.getByLabel('Name', { exact: true }).fill(name)
  await business.getByLabel("Owner's name").fill('Nkechi Owner')
  await business.getByLabel("Owner's email").fill(email)
  await business.getByRole('button', { name: 'Create business' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

  const theirs = await (await browser.newContext()).newPage()
  await theirs.goto(await mailedLink(email, /invited to/))
  await untilListening(theirs)
  await expect(theirs.getByLabel('Your name')).toHaveValue('Nkechi Owner')
  expect(await inspectPage(theirs, 'welcome')).toEqual([])
  await theirs.getByLabel('Password').fill(password)
  await theirs.getByRole('button', { name: 'Accept and sign in' }).click()
  await expect(theirs.getByRole('heading', { name: 'Main project', level: 1 })).toBeVisible()
  await expect(theirs.getByText('0 of 5 done')).toBeVisible()

  const colleague = `developer-${Date.now()}@example.test`
  await untilListening(theirs)
  await theirs.getByRole('link', { name: 'Team' }).filter({ visible: true }).click()
  await theirs.getByRole('button', { name: 'Invite person' }).click()
  const invite = theirs.getByRole('dialog', { name: 'Invite a person' })
  await invite.getByLabel('Email').fill(colleague)
  await invite.getByRole('button', { name: 'Invite' }).click()
  await expect(theirs.getByRole('button', { name: `Withdraw the invitation to ${colleague}` })).toBeVisible()
  expect(await inspectPage(theirs, 'team with an invitation')).toEqual([])
  const link = await mailedLink(colleague, /invited to/)
  const other = await (await browser.newContext()).newPage()
  await other.goto(link)
  await untilListening(other)
  await other.getByLabel('Your name').fill('Dapo Developer')
  await other.getByLabel('Password').fill(password)
  await other.getByRole('button', { name: 'Accept and sign in' }).click()
  await expect(other.getByRole('heading', { name: 'Main project', level: 1 })).toBeVisible()
  await other.goto(link)
  await other.reload()
  await expect(other.getByText('This link was used, replaced or has expired.')).toBeVisible()

  await visit(theirs, new URL(theirs.url()).pathname)
  const member = theirs.getByText(colleague)
  await expect(member).toBeVisible()
  await theirs.getByRole('button', { name: 'Actions for Dapo Developer' }).click()
  await theirs.getByRole('menuitem', { name: 'Remove' }).click()
  await theirs.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expectToast(theirs, 'Dapo Developer removed')
  await expect(member).toBeHidden()
  await visit(other, new URL(theirs.url()).pathname)
  await expect(other.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await theirs.context().close()
  await other.context().close()
})

test('sets a forgotten password by a link, and says the same of an address without an account', async ({ page }) => {
  const said = page.getByText('has an account, we sent it a link')
  const { email } = stack().signIns.viewer
  for (const address of ['nobody-here@example.test', email]) {
    await visit(page, '/sign-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    // Both pages ask for an address.
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    await page.getByLabel('Email').fill(address)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(said).toBeVisible()
  }
  await mailedLink(email, /^Set a new password/)
  const opened = await openMailedLink(page, /^Set a new password/)
  await untilListening(opened)
  await expect(opened.getByText(email)).toBeVisible()
  expect(await inspectPage(opened, 'reset password')).toEqual([])
})

/** Opens the mailbox of the local stack, and the page that its newest email with this subject links to. */
async function openMailedLink(page: Page, subject: RegExp): Promise<Page> {
  const mailbox = await page.context().newPage()
  await mailbox.goto(stack().mail?.url ?? '')
  await mailbox.getByRole('button', { name: subject }).first().click()
  const opened = page.context().waitForEvent('page')
  await mailbox.frameLocator('iframe').getByRole('link').first().click()
  return opened
}

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
