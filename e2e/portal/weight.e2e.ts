import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { constants, gunzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { takeSession } from './sign-in-as'
import { stack } from './stack'
import { visit } from './visit'

// For workers to share.
test.describe.configure({ mode: 'parallel' })

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
