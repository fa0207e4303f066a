import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from '@playwright/test'
import { takeSession } from './sign-in-as'
import { stack } from './stack'
import { visit, visitWhole } from './visit'

// For workers to share.
test.describe.configure({ mode: 'parallel' })

const LEADS_OUT = [
  '/%09/evil.test',
  '/%5Cevil.test',
  '//evil.test',
  '/.//evil.test',
  '/%0A/evil.test',
  'https://evil.test',
]
const UNREADABLE = ['/%0A', '/%E2%80%A8', '/%00', '/%ED%A0%80', '/%0D%0ASet-Cookie:%20a=b']

test('a signed-in person whom a link asks to go on stays in the portal', async ({ page }) => {
  const { baseUrl } = stack()
  await takeSession(page, 'viewer')
  for (const next of [...LEADS_OUT, ...UNREADABLE]) {
    const answer = await page.request.get(`${baseUrl}/sign-in?next=${next}`, { maxRedirects: 0 })
    expect({ next, status: answer.status() }).toEqual({ next, status: 307 })
    const location = answer.headers().location ?? ''
    expect({ next, origin: new URL(location, baseUrl).origin }).toEqual({ next, origin: baseUrl })
  }
})

test('signing in follows no link out of the portal', async ({ page }) => {
  const { baseUrl, signIns } = stack()
  await visit(page, '/sign-in?next=/%09/evil.test')
  await page.getByLabel('Email').fill(signIns.viewer.email)
  await page.getByLabel('Password').fill(signIns.viewer.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`^${baseUrl}/projects/`))
})

/** Targets and headers that are barely HTTP, or look like an address elsewhere. */
const TARGETS = [
  ...[
    '*',
    'http://evil.test/x',
    'http://evil.test/healthz',
    'ftp://evil.test/',
    'http://',
    '//evil.test/x',
    '/\\evil.test',
  ],
  ...[
    '/%09/evil.test/',
    '/%5C%5Cevil.test/',
    '/%zz',
    '/projects/%zz',
    '/projects/%00',
    '/sign-in%00',
    '/%ff',
    '/_next/static/%00',
  ],
  ...[
    '/_next/image?url=http://evil.test',
    '/api/trpc/%00',
    '/api/trpc/people.getCurrent?input=%zz',
    '/api/trpc/people.getCurrent?batch=zz',
  ],
  ...[
    '/api/auth/signin?callbackUrl=:::',
    '/api/auth/session?callbackUrl=%00',
    '/api/auth/signin?callbackUrl=http://evil.test',
  ],
  ...['/api/auth/%00', '/api/auth/error?error=%0d%0a', '/?__nextjs=%00', '/sign-in?_rsc=%00', `/${'a'.repeat(9_000)}`],
]
const HEADERS: Record<string, string>[] = [
  { cookie: 'next-auth.callback-url=%00' },
  { cookie: 'slipway.session=%00; next-auth.csrf-token=|' },
  { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'evil' },
  { 'next-action': 'x' },
  { rsc: '1', 'next-router-state-tree': '%00' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { host: 'evil.test' },
]

test('no request makes the server fail or name another host', async () => {
  const asked = [
    ...TARGETS.map((path) => ({ path, headers: {} })),
    ...['/sign-in', '/api/auth/session', '/docs', '/nowhere'].flatMap((path) =>
      HEADERS.map((headers) => ({ path, headers })),
    ),
  ].flatMap((one) => ['GET', 'POST', 'TRACE'].map((method) => ({ ...one, method })))
  for (const one of asked) {
    const { status, location } = await send(one)
    expect({ ...one, isFault: status >= 500 }).toEqual({ ...one, isFault: false })
    expect({ ...one, location }).not.toMatchObject({
      location: expect.stringMatching(/^([a-z]+:|[/\\]{2})(?!.*127\.0\.0\.1).*/),
    })
  }
})

test('what next-auth cannot read is the sender’s fault', async () => {
  for (const path of [
    '/api/auth/signout',
    '/api/auth/callback/credentials',
    '/api/auth/signin/credentials',
    '/api/auth/_log',
  ]) {
    const headers = { 'content-type': 'application/json' }
    expect(await send({ method: 'POST', path, headers, body: '{"csrfToken":' })).toMatchObject({ status: 400 })
  }
})

/** Search of the pages that keep their state in the address. */
const PAGES = [
  'transactions',
  'wallets',
  'sweeps',
  'screening',
  'deposits',
  'events',
  'events/logs',
  'endpoints',
  'webhooks',
  'approvals',
  'requests',
  'audit',
  'balance',
  'policy',
  'keys',
]
const OPERATOR_PAGES = ['search', 'lanes', 'alarms', 'audit', 'ledger', 'businesses', 'people']
const NAMES = [
  'search',
  'action',
  'page',
  'status',
  'state',
  'chainType',
  'kind',
  'method',
  'outcome',
  'businessId',
  'chain',
  'days',
  'q',
  'stage',
  'network',
  'eventType',
  'walletId',
  'subscriptionId',
]
const VALUES = ['a%00b', '%ED%A0%80', '%E2%80%A8', '-1', '99999999999999999999', '%25']

test('no text in the address bar breaks a page', async ({ page }) => {
  const { baseUrl, demo } = stack()
  for (const [who, paths] of [
    ['owner', PAGES.map((name) => `/projects/${demo.projectId}/${name}`)],
    ['operator', OPERATOR_PAGES.map((name) => `/operator/${name}`)],
  ] as const) {
    await page.context().clearCookies()
    await takeSession(page, who)
    for (const path of paths) {
      for (const value of VALUES) {
        const query = NAMES.map((name) => `${name}=${value}`).join('&')
        const answer = await page.request.get(`${baseUrl}${path}?${query}`)
        expect({ path, value, status: answer.status() }).toEqual({ path, value, status: 200 })
      }
    }
  }
})

test('text that no row can hold counts as no filter', async ({ page }) => {
  const { demo } = stack()
  await takeSession(page, 'owner')
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
  })
  for (const query of ['transactions?search=a%00b', 'requests?search=%00', 'audit?action=%00']) {
    await visitWhole(page, `/projects/${demo.projectId}/${query}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(refused).toEqual([])
})

type Sent = { method: string; path: string; headers: Record<string, string>; body?: string }

/** A request as it stands: `fetch` would put target and headers right first. */
async function send({ method, path, headers, body }: Sent): Promise<{ status: number; location: string | undefined }> {
  const { hostname, port } = new URL(stack().baseUrl)
  const sent = request({ hostname, port, method, path, headers, agent: false }).end(body)
  const [answer] = await once(sent, 'response')
  answer.resume()
  return { status: answer.statusCode, location: answer.headers.location }
}
