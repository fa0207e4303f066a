import { createServer, type RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { deferScripts } from './defer-scripts'

const PAGE = [
  '<html><head><link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/a.js"/>',
  '<link rel="stylesheet" href="/_next/static/chunks/a.css"/>',
  '<script src="/_next/static/chunks/old.js" noModule="" nonce="n"></script>',
  '<script src="/_next/static/chu',
  'nks/a.js" async="" nonce="n"></script></head><body><h1>Docs</h1>',
  '<script nonce="n">self.__next_f.push([1,"data"])</script></body></html>',
]
const address = z.object({ port: z.number() })

async function read(path: string, type = 'text/html; charset=utf-8', parts = PAGE): Promise<string> {
  const listener: RequestListener = (incoming, outgoing) => {
    incoming.headers['x-nonce'] = 'n'
    deferScripts(incoming, outgoing, path)
    outgoing.setHeader('content-type', type)
    for (const part of parts) outgoing.write(part)
    outgoing.end()
  }
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    return await (await fetch(`http://127.0.0.1:${address.parse(server.address()).port}${path}`)).text()
  } finally {
    server.close()
  }
}

test.each([
  '/docs',
  '/docs/errors',
  '/docs/guides/webhooks',
  '/docs/api/createTransfer',
  '/docs/events/payment.settled',
])('%s names its scripts and loads none, wherever the stream was cut', async (path) => {
  const page = await read(path)
  expect(page).toContain('<script type="text/plain" data-src="/_next/static/chunks/a.js"></script>')
  expect(page).toContain('<script src="/_next/static/chunks/old.js" noModule="" nonce="n"></script>')
  expect(page).toContain('self.__next_f.push([1,"data"])')
  expect(page).toContain('a.css')
  expect(page).not.toContain('as="script"')
  expect(page).toMatch(/<script nonce="n">\(\(\) => \{[\s\S]*<\/script><\/body><\/html>$/)
})

test.each(['/docs/runbooks', '/docs/runbooks/ledger_drift', '/projects', '/docs/search.json', '/docsx'])(
  '%s is answered as it is',
  async (path) => {
    expect(await read(path)).toBe(PAGE.join(''))
  },
)

test('a page without scripts, such as that of an unfinished build, is answered as it is', async () => {
  const page = '<html><body><script nonce="n">1</script></body></html>'
  expect(await read('/docs', undefined, [page])).toBe(page)
})

test('what is no page is answered as it is', async () => {
  expect(await read('/docs', 'text/x-component')).toBe(PAGE.join(''))
})
