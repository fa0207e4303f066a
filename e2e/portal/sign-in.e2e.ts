import { expect, test } from '@playwright/test'
import { forgetSession, signInByForm } from './sign-in-as'
import { stack } from './stack'
import { visit } from './visit'

test('sends a stranger to sign-in and says the same about a wrong password and an unknown account', async ({
  page,
}) => {
  const { demo, signIns } = stack()
  await visit(page, `/projects/${demo.projectId}/wallets`)
  await expect(page).toHaveURL(/\/sign-in/)
  for (const email of [signIns.viewer.email, 'nobody@example.test']) {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Email or password is wrong.' })).toBeVisible()
    await expect(page.getByLabel('Password')).toHaveValue('')
  }
})

test('makes a guesser wait and says how long', async ({ page }) => {
  await visit(page, '/sign-in')
  const reported = page.getByRole('alert').filter({ hasText: /Too many attempts. Try again in \d+ seconds?\./ })
  // Each failure doubles the wait: a slow machine may sit out the first ones between two guesses.
  await expect(async () => {
    await page.getByLabel('Email').fill('guessed@example.test')
    await page.getByLabel('Password').fill('a guess')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByLabel('Password')).toHaveValue('')
    await expect(reported).toBeVisible({ timeout: 1_000 })
  }).toPass({ intervals: [0] })
})

test('says what is missing before it asks the server', async ({ page }) => {
  await visit(page, '/sign-in')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Enter an email address')).toBeVisible()
  await expect(page.getByText('Enter your password')).toBeVisible()
})

test('a password sent before the script is there does not stand in the address', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${stack().baseUrl}/sign-in`)
  await page.getByLabel('Email').fill('early@example.test')
  await page.getByLabel('Password').fill('too early')
  const sent = page.waitForRequest((request) => request.isNavigationRequest())
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  expect((await sent).url()).toBe(`${stack().baseUrl}/sign-in`)
  await expect(page.getByLabel('Email')).toBeVisible()
  await context.close()
})

test('ends a session in another browser at once', async ({ browser }) => {
  const { demo } = stack()
  forgetSession('developer')
  const [here, there] = [await browser.newContext(), await browser.newContext()]
  const mine = await here.newPage()
  const lost = await there.newPage()
  await signInByForm(mine, 'developer')
  await signInByForm(lost, 'developer')
  await visit(mine, '/account/sessions')
  await expect(mine.getByText('This browser')).toBeVisible()
  await mine.getByRole('main').getByRole('button', { name: 'End other sessions' }).click()
  await mine.getByRole('alertdialog').getByRole('button', { name: 'End other sessions' }).click()
  await expect(mine.getByRole('alertdialog')).toBeHidden()
  await expect(mine.getByRole('button', { name: /^End session of/ })).toHaveCount(0)
  await visit(lost, `/projects/${demo.projectId}`)
  await expect(lost).toHaveURL(/\/sign-in/)
  await mine.reload()
  await expect(mine.getByText('This browser')).toBeVisible()
  await here.close()
  await there.close()
})

test('signs out for good: the old cookie opens nothing', async ({ page, context }) => {
  const { demo } = stack()
  await signInByForm(page, 'viewer')
  const cookies = await context.cookies()
  expect(cookies.find((cookie) => cookie.name.endsWith('slipway.session'))).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
  })
  const account = page.getByRole('button', { name: /^Account: / }).filter({ visible: true })
  await account.click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await context.addCookies(cookies)
  await visit(page, `/projects/${demo.projectId}`)
  await expect(page).toHaveURL(/\/sign-in/)
})

test('does not follow a link that leads out of the portal after sign-in', async ({ page }) => {
  const { baseUrl, signIns } = stack()
  await visit(page, '/sign-in?next=//example.com/')
  await page.getByLabel('Email').fill(signIns.viewer.email)
  await page.getByLabel('Password').fill(signIns.viewer.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`^${baseUrl}/projects/`))
})
