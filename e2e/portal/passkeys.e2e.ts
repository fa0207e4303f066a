import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { askForProof, storeCodes } from './second-factor-steps'
import { forgetSession } from './sign-in-as'
import { stack } from './stack'
import { expectToast, keepToasts } from './toasts'
import { untilListening } from './visit'

const NAME = 'Work laptop'

test('adds a passkey, signs in by it alone and beside a password, and confirms its removal by it', async ({
  browser,
}) => {
  // Its first second factor ends a person's other sessions.
  forgetSession('viewer')
  const context = await browser.newContext()
  const page = await context.newPage()
  await addAuthenticator(context, page)
  await signIn(page)
  await isSignedIn(page)

  await open(page, '/account/sessions')
  await page.getByLabel('Name of the passkey').fill(NAME)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await storeCodes(page)
  const passkeys = page.getByRole('list', { name: 'Passkeys' })
  await expect(passkeys.getByRole('listitem')).toContainText([NAME])

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await isSignedIn(page)

  await signOut(page)
  await signIn(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await isSignedIn(page)

  await open(page, '/account/sessions')
  await askForProof(page, 'people.removePasskey')
  await page.getByRole('button', { name: `Remove passkey ${NAME}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click()
  await page
    .getByRole('dialog', { name: 'Confirm that it is you' })
    .getByRole('button', { name: 'Use a passkey' })
    .click()
  await expectToast(page, 'Passkey removed')

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This passkey was not accepted.' })).toBeVisible()
  await context.close()
  forgetSession('viewer')
})

/** Opens a page at the name of this machine: browsers use no passkey at an IP address. */
async function open(page: Page, path: string): Promise<void> {
  await keepToasts(page)
  await page.goto(stack().baseUrl.replace('127.0.0.1', 'localhost') + path)
  await untilListening(page)
}

/** An authenticator of the device that verifies its user and confirms at once. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function signIn(page: Page): Promise<void> {
  const { email, password } = stack().signIns.viewer
  await open(page, '/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signOut(page: Page): Promise<void> {
  // A page whose session ended goes to the sign-in: of two navigations at once one is aborted.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await open(page, '/sign-in')
}

async function isSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Account: / }).filter({ visible: true })).toBeVisible()
}
