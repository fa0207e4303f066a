import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { constants, gunzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { CHAIN_ID } from './fund-wallet'
import { takeSession, type Who } from './sign-in-as'
import { stack } from './stack'
import { visit } from './visit'
import { weighPage } from './weigh-page'

// For workers to share.
test.describe.configure({ mode: 'parallel' })

const KB = 1_024
/** Of what a page needs before somebody comes near a button. */
const MOST_SCRIPT_BYTES = 250 * KB
/** Of a page that is a form: elsewhere forms come with their dialogs. */
const MOST_FORM_BYTES = 300 * KB
const MOST_DOCUMENT_BYTES = 150 * KB
/** The reference holds every operation there is: it grows with them. */
const MOST_REFERENCE_BYTES = 190 * KB
const MOST_REQUESTS = 9

function pagesOf(who: Who | '-'): string[] {
  const { businessId, projectId } = stack().demo
  const project = ['', ...PROJECT_PAGES.map((name) => `/${name}`)].map((name) => `/projects/${projectId}${name}`)
  if (who === '-') return ['/sign-in', '/docs']
  if (who === 'owner') return [...project, '/account/sessions']
  if (who !== 'operator') return []
  const business = `/operator/businesses/${businessId}`
  const others = OPERATOR_PAGES.map((name) => `/operator/${name}`)
  return [...others, `/operator/chains/${CHAIN_ID}`, business, `${business}/projects/${projectId}`]
}

const PROJECT_PAGES = [
  'wallets',
  'deposits',
  'transactions',
  'tokens',
  'tokens/new',
  'payments',
  'balance',
  'events',
  'events/logs',
  'endpoints',
  'webhooks',
  'approvals',
  'requests',
  'keys',
  'allowlist',
  'audit',
  'policy',
  'settings',
]
const OPERATOR_PAGES = [
  'businesses',
  'people',
  'plans',
  'chains',
  'networks',
  'search',
  'ledger',
  'prices',
  'rates',
  'deposit-tokens',
  'providers',
  'providers?tab=events',
  'providers?tab=reconciliation',
  'mail',
  'trial-balance',
  'lanes',
  'treasury',
  'alarms',
  'audit',
]

const mostScripts = (path: string) => (path.endsWith('/new') ? MOST_FORM_BYTES : MOST_SCRIPT_BYTES)
const mostDocument = (path: string) => (path === '/docs' ? MOST_REFERENCE_BYTES : MOST_DOCUMENT_BYTES)

for (const who of ['-', 'owner', 'operator'] as const) {
  test(`no page is heavy for ${who === '-' ? 'anybody' : who}`, async ({ page }) => {
    if (who !== '-') await takeSession(page, who)
    const heavy: string[] = []
    for (const path of pagesOf(who)) {
      const { scriptBytes, documentBytes, requests, uncompressed } = await weighPage(page, stack().baseUrl + path)
      const line = `${path}: ${toKb(scriptBytes)} KB of scripts, ${toKb(documentBytes)} KB of page, ${requests.length} requests`
      if (process.env.PORTAL_WEIGHTS) console.log(line)
      if (scriptBytes > mostScripts(path) || documentBytes > mostDocument(path) || requests.length > MOST_REQUESTS)
        heavy.push(line)
      heavy.push(...uncompressed.map((url) => `${path}: ${url} came uncompressed`))
    }
    expect(heavy).toEqual([])
  })
}

test('a page is loaded ahead when somebody points at its link, and not before', async ({ page }) => {
  const { demo } = stack()
  await takeSession(page, 'owner')
  const ahead: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('_rsc=')) ahead.push(new URL(request.url()).pathname)
  })
  await visit(page, `/projects/${demo.projectId}`)
  expect(ahead).toEqual([])
  await page.getByRole('navigation').getByRole('link', { name: 'Wallets' }).first().hover()
  await expect.poll(() => ahead).toContain(`/projects/${demo.projectId}/wallets`)
})

test('compressed pages still stream: what is made first can be read before the rest is there', async ({ page }) => {
  const { demo } = stack()
  await takeSession(page, 'owner')
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const { head, chunks } = await readChunks(`/projects/${demo.projectId}/wallets`, cookie)
  expect(head).toMatch(/^content-encoding: gzip$/im)
  expect(head).toMatch(/^vary: .*accept-encoding/im)
  const readable = chunks.map((_, count) => {
    const prefix = Buffer.concat(chunks.slice(0, count + 1))
    return gunzipSync(prefix, { finishFlush: constants.Z_SYNC_FLUSH }).toString()
  })
  expect(readable.at(-1)).toContain('</html>')
  expect(readable.some((text) => text.includes('<html') && !text.includes('</html>'))).toBe(true)
})

/** A page as it came: the chunks of its transfer, which no network joins. */
async function readChunks(path: string, cookie: string): Promise<{ head: string; chunks: Buffer[] }> {
  const { hostname, port } = new URL(stack().baseUrl)
  const socket = connect(Number(port), hostname)
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n`,
  )
  const all = await buffer(socket)
  const start = all.indexOf('\r\n\r\n')
  const chunks: Buffer[] = []
  for (let at = start + 4; ; ) {
    const line = all.indexOf('\r\n', at)
    const size = Number.parseInt(all.toString('latin1', at, line), 16)
    if (!size) return { head: all.toString('latin1', 0, start).replaceAll('\r', ''), chunks }
    chunks.push(all.subarray(line + 2, line + 2 + size))
    at = line + 2 + size + 2
  }
}

function toKb(bytes: number): number {
  return Math.round(bytes / KB)
}
